#!/usr/bin/env bash
# pods of today, by legacy rules and by a profile, on the API server of a release that has them
#
# Needs a control plane of 1.34 or later: ./dev cluster up --binaries
#
# shellcheck disable=SC2154,SC2317 # variables of tools.sh, functions are called by within
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/tools.sh"

if [ "$minor" -lt 34 ]; then
  skip "this control plane is 1.$minor; FITSCHED_BINARIES names one of 1.34 or later" "$(sed -n '2s/^# //p' "$0")"
  finish
fi

cluster_up
is "$?" 0 "a control plane starts"

# -- the cluster: four nodes of 4 CPUs -------------------------------------

create () { kubectl create -f - >/dev/null; }

for name in small one claimed resized; do
  echo "---
{apiVersion: v1, kind: Node, metadata: {name: $name, labels: {kubernetes.io/hostname: $name}},
 status: {allocatable: {cpu: '4', memory: 8Gi, pods: '20'}, conditions: [{type: Ready, status: 'True'}]}}"
done | create
create <<'EOF'
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: single, namespace: default, annotations: {pv.kubernetes.io/bind-completed: "yes"}}
spec: {accessModes: [ReadWriteOncePod], storageClassName: "", volumeName: single, resources: {requests: {storage: 1Gi}}}
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: single}
spec: {accessModes: [ReadWriteOncePod], storageClassName: "", capacity: {storage: 1Gi}, hostPath: {path: /x},
       claimRef: {namespace: default, name: single}}
EOF
uid=$(kubectl get pvc single -o 'jsonpath={.metadata.uid}')
kubectl patch pv single --type merge -p "{\"spec\": {\"claimRef\": {\"uid\": \"$uid\"}}}" >/dev/null
kubectl patch pvc single --subresource status --type merge -p '{"status": {"phase": "Bound"}}' >/dev/null
kubectl patch pv single --subresource status --type merge -p '{"status": {"phase": "Bound"}}' >/dev/null

# on NODE: a nodeSelector
on () { echo "nodeSelector: {kubernetes.io/hostname: $1}"; }

# What runs before any scheduler does: who uses the claim, and a pod that got 3 CPUs and wants 1.
{
  pod holder "nodeName: claimed
  volumes: [{name: v, persistentVolumeClaim: {claimName: single}}]"
  pod shrinking "nodeName: resized" 3
} | create
kubectl patch pod shrinking --subresource status --type merge -p '{"status": {"phase": "Running", "containerStatuses": [
  {"name": "main", "image": "pause", "imageID": "", "ready": true, "restartCount": 0, "state": {"running": {}},
   "allocatedResources": {"cpu": "3"}, "resources": {"requests": {"cpu": "3"}}}]}}' >/dev/null
kubectl patch pod shrinking --subresource resize --type merge -p \
  '{"spec": {"containers": [{"name": "main", "image": "pause", "resources": {"requests": {"cpu": "1"}}}]}}' >/dev/null
is "$(kubectl get pod shrinking -o 'jsonpath={.spec.containers[0].resources.requests.cpu} {.status.containerStatuses[0].resources.requests.cpu}')" \
  "1 3" "a pod is being resized"

# today: the pods, of which legacy rules see no more than small requests; each fits by them
today ()
{
  pod plain "$(on small)"
  pod sidecar "$(on one)
  initContainers: [{name: side, image: pause, restartPolicy: Always, resources: {requests: {cpu: 3}}}]" 2
  pod whole "$(on one)
  resources: {requests: {cpu: 30}}" 1
  pod claims "$(on small)
  resourceClaims: [{name: gpu, resourceClaimName: none}]"
  pod gated "$(on small)
  schedulingGates: [{name: example.com/wait}]"
  pod second "$(on claimed)
  volumes: [{name: v, persistentVolumeClaim: {claimName: single}}]"
  pod beside "$(on resized)" 2
}

condition () { kubectl get pod "$1" -o 'jsonpath={.status.conditions[?(@.type=="PodScheduled")].reason}: {.status.conditions[?(@.type=="PodScheduled")].message}'; }

# ends: of each pod the node, or the reason and the message
ends ()
{
  local name node
  for name in plain sidecar whole claims gated second beside; do
    node=$(node_of "$name")
    echo "$name ${node:-$(condition "$name")}"
  done
}

# decided COUNT: so many of the pods have a line in the log
decided () { [ "$(grep -cE ' (bound|failed) default/' "$scheduler_log")" -ge "$1" ]; }
noted () { sed -n "s/^[^ ]* note: //p" "$scheduler_log" | grep -E "$1"; }

# runs RULES...: with these rules; six of the pods are decided about, and the gated one waits
runs ()
{
  start "$@"
  today | create
  within 20 decided 6
  is "$?" 0 "$*: each pod is tried"
  sleep 2
}
clear ()
{
  ends_well
  kubectl delete pods plain sidecar whole claims gated second beside --grace-period 0 --force >/dev/null 2>&1
  kubectl delete events --all >/dev/null
}

# -- each pod's end and line -----------------------------------------------

# why: of each message the reason that is meant; the others are those of nodes that the pod does not want
why () { sed -E 's/(Unschedulable): .*(Insufficient cpu|node\(s\) unavailable due to PersistentVolumeClaim[^,.]*).*/\1: \2/'; }

claims="the pod has spec.resourceClaims (resource claims), which fitsched does not evaluate"
gates="SchedulingGated: Scheduling is blocked due to non-empty scheduling gates"
used="node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod"
honoured="plain small
sidecar Unschedulable: Insufficient cpu
whole Unschedulable: Insufficient cpu
claims SchedulerError: $claims
gated $gates
second Unschedulable: $used
beside Unschedulable: Insufficient cpu"

configuration "$minor" >profile.yaml
for rules in "--provider DefaultProvider" "--policy policy.json" "--config profile.yaml --release 1.$minor"; do
  # shellcheck disable=SC2086 # words
  runs $rules
  is "$(ends | why)" "$honoured" "each ends where the server's release would have it"
  is "$(grep -oE 'failed default/[a-z]* \([A-Za-z]*\)' "$scheduler_log" | sort -u)" "failed default/beside (Unschedulable)
failed default/claims (SchedulerError)
failed default/second (Unschedulable)
failed default/sidecar (Unschedulable)
failed default/whole (Unschedulable)" "with a line in the log"
  is "$(grep -cE '(bound|failed) default/gated' "$scheduler_log")" 0 "and none for the gated pod, which is not tried"
  kubectl patch pod gated --type merge -p '{"spec": {"schedulingGates": []}}' >/dev/null
  within 20 has_node gated
  is "$(node_of gated)" small "until its gates are open"
  clear
done

# -- what a Policy is told to do with them ---------------------------------

runs --policy policy.json --modern-objects refuse
is "$(ends | why)" "plain small
sidecar SchedulerError: the pod has spec.initContainers.restartPolicy (sidecars), which --modern-objects=refuse does not let these rules decide about
whole SchedulerError: the pod has spec.resources (requests of the pod as a whole), which --modern-objects=refuse does not let these rules decide about
claims SchedulerError: $claims
gated $gates
second Unschedulable: $used
beside Unschedulable: Insufficient cpu" "refused pods wait, and say why"
clear

start --policy policy.json --modern-objects strict-legacy
today | create
all_but_gated () { [ "$(pending)" -eq 1 ]; }
within 20 all_but_gated
is "$(ends | sed 's/SchedulingGated: .*\|SchedulerError: .*/no node/')" "plain small
sidecar one
whole one
claims small
gated no node
second claimed
beside resized" "strict-legacy places all that v1.16 would"
clear

finish
