#!/usr/bin/env bash
# test-snapshot.sh - snapshots of a real API server, and answers about it
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "${BASH_SOURCE[0]}")/tools.sh"

umask 077 # a kubeconfig that others can read is warned of
cluster_up --nodes 20 --pods 200 || exit 1
pod giant "" 100 | kubectl create -f - >/dev/null
for n in 03 05 11; do
  kubectl label node "node-000$n" "disk=d$n" >/dev/null
  pod "fixed-$n" "nodeSelector: {disk: d$n}" 2 | kubectl create -f - >/dev/null
done
kubectl create -f - >/dev/null <<'END'
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: v1
kind: Pod
metadata: {name: web, namespace: shop}
spec:
  nodeSelector: {disk: ssd}
  containers: [{name: main, image: web, env: [{name: TOKEN, value: canary-env}]}]
END

# -- snapshots ---------------------------------------------------------------

fitsched snapshot --kubeconfig "$KUBECONFIG" --write before.json 2>messages
is "$? $(sed 's/[0-9][0-9]* objects/N objects/' messages)" "0 note: wrote N objects to before.json" "a snapshot is complete"
is "$(stat -c %a before.json) $(grep -c canary before.json)" "600 0" "private, and without the environment of containers"
is "$(sed -n 2p before.json | grep -c '"resourceVersion":"[0-9]*"}')" 1 "all kinds are from the same version"
fitsched snapshot --kubeconfig "$FITSCHED_KUBECONFIG" >partial.json 2>messages
partly=$?
# The roles of kube-scheduler allow more with each release.
for kind in CSIDriver CSIStorageCapacity LimitRange Namespace PriorityClass ResourceQuota VolumeAttachment; do
  "$KUBECTL" --kubeconfig "$FITSCHED_KUBECONFIG" auth can-i list "$kind" -A >/dev/null 2>&1 || echo "$kind (forbidden)"
done >forbidden
is "$partly $(grep -o '[A-Za-z]* (forbidden)' messages | sort)" "1 $(cat forbidden)" "a user with few rights learns what is missing"
sed 's/user: {client-certificate.*/user: {token: canary-token}/' "$KUBECONFIG" >nobody.kubeconfig
fitsched snapshot --kubeconfig nobody.kubeconfig --write none.json 2>messages
is "$? $(sed 's|https://[0-9.:]*|SERVER|' messages)" "4 fitsched: SERVER cannot list nodes: 401: Unauthorized" \
  "a user without rights gets nothing"
is "$(ls none.json 2>/dev/null)" "" "and no file is left"

fitsched snapshot --kubeconfig "$KUBECONFIG" --anonymize --keep disk >anonymous.json
is "$? $(grep -Ec 'node-[0-9]{5}|pod-[0-9]{5}|shop|giant|canary|127.0.0.1' anonymous.json)" "0 0" "an anonymous snapshot names nothing"
fitsched simulate --policy policy.json -f before.json -o json 2>/dev/null | grep -E '"(score|feasibleNodes)"' >scores
fitsched simulate --policy policy.json -f anonymous.json -o json 2>/dev/null | grep -E '"(score|feasibleNodes)"' | cmp - scores
is "$? $(wc -l <scores)" "0 $(wc -l <scores)" "and gives the same scores"

# -- answers -----------------------------------------------------------------

fitsched simulate --policy policy.json -f before.json -o name 2>/dev/null | grep -v -- ' -$' | sort >simulated
fitsched simulate --policy policy.json --kubeconfig "$KUBECONFIG" -o name 2>/dev/null | grep -v -- ' -$' | sort >live
is "$(cat live)" "$(cat simulated)" "a live cluster and its snapshot give the same placements"
is "$(fitsched simulate --policy policy.json --kubeconfig "$KUBECONFIG" -n shop -o name 2>/dev/null)" "shop/web -" \
  "only the pods of one namespace are placed"
start --policy policy.json
bound () { [ "$(kubectl get pods --field-selector spec.nodeName!= -o name | wc -l)" -eq 203 ]; }
within 60 bound
kubectl get pods -A -o 'jsonpath={range .items[?(@.spec.nodeName)]}{.metadata.namespace}/{.metadata.name} {.spec.nodeName}{"\n"}{end}' \
  | sort >placed
# The server lists nodes in any order, so among equal nodes another may be chosen.
summary () { grep fixed "$1"; awk '{ print $2 }' "$1" | sort | uniq -c | awk '{ print $1 }' | sort -n | uniq -c; }
is "$(summary placed)" "$(summary simulated)" "fitsched run places the pods as simulate did"
condition () { kubectl get pod "$1" -n "$2" -o 'jsonpath={.status.conditions[?(@.type=="PodScheduled")].message}'; }
has_condition () { [ -n "$(condition web shop)" ] && [ -n "$(condition giant default)" ]; }
within 20 has_condition
is "$(fitsched explain giant --policy policy.json --kubeconfig "$KUBECONFIG" 2>/dev/null | head -1)" \
  "Pod default/giant does not fit on any node: $(condition giant default)" \
  "explain gives the reason that the scheduler gave"
sed 's/context: {/&namespace: shop, /' "$KUBECONFIG" >shop.kubeconfig
is "$(fitsched explain web --policy policy.json --kubeconfig shop.kubeconfig 2>/dev/null | head -1)" \
  "Pod shop/web does not fit on any node: $(condition web shop)" \
  "a pod is looked for in the namespace of the context"
fitsched diff --left DefaultProvider --right DefaultProvider --kubeconfig "$KUBECONFIG" >same 2>/dev/null
is "$? $(grep same, same)" "0 2 same, 0 moved, 0 started fitting, 0 stopped fitting" "diff reads a live cluster"
stop
is "$?" 0 "and the scheduler goes on until it is asked to end"

finish
