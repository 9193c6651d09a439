#!/usr/bin/env bash
# test-run.sh - fitsched run on a real API server: bindings, failures, preemption, restarts
#
# shellcheck disable=SC2154,SC2317 # functions are called by within, variables are those of the cluster
# SPDX-License-Identifier: Apache-2.0

. "${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}/tests/e2e/tools.sh"

# connections: how many the scheduler has to the API server
connections ()
{
  readlink "/proc/$scheduler"/fd/* | sed -n 's/^socket:\[\(.*\)\]$/\1/p' >sockets
  # The third field is the peer, the fourth is 01 where a connection is established.
  awk -v to="$(printf ':%04X$' "$port")" '$3 ~ to && $4 == "01" { print $10 }' /proc/net/tcp | grep -cFxf sockets
}

# -- the cluster -----------------------------------------------------------

cluster_up --nodes 20 --pods 200
is "$?" 0 "a control plane starts"
# shellcheck disable=SC1091
. "$FITSCHED_CLUSTER/settings"

# -- bindings --------------------------------------------------------------

start --policy policy.json --leader-elect-lease-duration 10m --leader-elect-renew-deadline 5m
within 60 all_bound
is "$?" 0 "all pods are bound"
is "$(kubectl get pods -o 'jsonpath={.items[*].spec.nodeName}' | tr ' ' '\n' | sort | uniq -c | awk '{ print $1 }' | sort -u)" \
  10 "evenly"
is "$(grep -c ' bound default/' log)" 200 "each once, a line for each"
events_of_all ()
{
  [ "$(kubectl get events -A -o 'jsonpath={.items[?(@.reason=="Scheduled")].regarding.name}{.items[?(@.reason=="Scheduled")].involvedObject.name}' | wc -w)" -eq 200 ]
}
within 60 events_of_all
is "$?" 0 "then with an event for each"
is "$(connections)" 3 "HTTP/2 carries all of it on a connection for each bucket: requests, events, the lease"

# -- pods that do not fit --------------------------------------------------

pod giant "" 100 | kubectl create -f - >/dev/null
condition () { kubectl get pod giant -o 'jsonpath={.status.conditions[?(@.type=="PodScheduled")].message}'; }
has_condition () { [ -n "$(condition)" ]; }
within 20 has_condition
is "$(condition)" "0/20 nodes are available: 20 Insufficient cpu." "a pod that does not fit says why"
kubectl patch node node-00007 --subresource status --type merge -p '{}' >/dev/null 2>&1
kubectl get node node-00007 -o json | sed 's/"cpu": "32"/"cpu": "200"/' \
  | kubectl replace --raw /api/v1/nodes/node-00007/status -f - >/dev/null
within 30 has_node giant
is "$(node_of giant)" node-00007 "and goes to a node that grows"

# -- pods of others --------------------------------------------------------

pod foreign "schedulerName: somebody-else" | kubectl create -f - >/dev/null
pod own | kubectl create -f - >/dev/null
within 20 has_node own
is "$(node_of foreign)" "" "a pod of another scheduler is left alone"
kubectl delete pod foreign --grace-period 0 --force >/dev/null 2>&1

# -- preemption ------------------------------------------------------------

kubectl create -f - >/dev/null <<'EOF'
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: high}
value: 1000
EOF
pod pressing "priorityClassName: high
  nodeSelector: {kubernetes.io/hostname: node-00003}" 31500m | kubectl create -f - >/dev/null
nominated () { [ "$(kubectl get pod pressing -o 'jsonpath={.status.nominatedNodeName}')" = node-00003 ]; }
within 20 nominated
is "$?" 0 "a pod of higher priority is nominated"
settled () { remove_deleted; has_node pressing; }
within 60 settled
is "$(node_of pressing)" node-00003 "and bound once its victims are gone"

# -- a server that restarts ------------------------------------------------

# Its first answers are 403, until it has read the roles: what was seen before
# stays true, and nothing is bound twice.
bound_before=$(grep -c ' bound ' log)
server=$(cat "$FITSCHED_CLUSTER/apiserver.pid")
kill "$server"
server_ended () { ! kill -0 "$server" 2>/dev/null; }
within 90 server_ended
cluster_up
pod after | kubectl create -f - >/dev/null
within 90 has_node after
is "$?" 0 "a pod that comes after a restart of the server is bound"
is "$(node_of giant)$(grep -c ' bound ' log)" "node-00007$((bound_before + 1))" "and nothing else is"
is "$(grep -c 'cannot list' log)" 0 "a server that reads its roles is no reason to forget what there is"

# -- the end ---------------------------------------------------------------

stop
is "$?" 0 "SIGTERM ends it with 0"
pod late | kubectl create -f - >/dev/null
start --policy policy.json
within 30 has_node late
is "$?" 0 "a new one goes on"
stop
is "$?" 0 "and ends, too"

finish
