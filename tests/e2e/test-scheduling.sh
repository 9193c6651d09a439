#!/usr/bin/env bash
# fitsched run by all kinds of rules, with preemption, extenders and volumes
#
# Each part starts a scheduler of its own and leaves the nodes as it found them.
#
# shellcheck disable=SC2317 # functions are called by within
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/tools.sh"

# -- tools -----------------------------------------------------------------

create () { kubectl create -f - >/dev/null; }

# manifest OBJECT...: in YAML's flow style
manifest () { printf -- '---\n%s\n' "$@"; }

# wipe: no scheduler, no pods, no volumes; nobody else takes their finalizers away
wipe ()
{
  ends_well
  kubectl delete pods,pdb,events --all --grace-period 0 --force >/dev/null 2>&1
  kubectl delete pvc,pv,storageclass --all --wait=false >/dev/null 2>&1
  kubectl get pvc,pv -o name | xargs -r -I{} "$KUBECTL" --kubeconfig "$KUBECONFIG" patch {} \
    --type merge -p '{"metadata":{"finalizers":null}}' >/dev/null 2>&1
}

# nodes_of POD...: each node once
nodes_of () { kubectl get pods "$@" -o 'jsonpath={.items[*].spec.nodeName}' | tr ' ' '\n' | sort -u; }

# on NODE: a nodeSelector
on () { echo "nodeSelector: {kubernetes.io/hostname: $1}"; }

is_on () { [ "$(node_of "$1")" = "$2" ]; }
field () { kubectl get "$1" -o "jsonpath={$2}"; }
condition () { field "pod/$1" '.status.conditions[?(@.type=="PodScheduled")].message'; }
says () { [[ $(condition "$1") == $2 ]]; }
nominated () { [ "$(field "pod/$1" .status.nominatedNodeName)" = "$2" ]; }

# events POD REASON: the texts of its events
events ()
{
  kubectl get events.v1.events.k8s.io -o \
    "jsonpath={range .items[?(@.regarding.name==\"$1\")]}{.reason}{\" \"}{.note}{\"\n\"}{end}" | sed -n "s/^$2 //p"
}
has_event () { [ -n "$(events "$@")" ]; }

# place POD NODE: somebody else binds it
place ()
{
  echo "{\"apiVersion\":\"v1\",\"kind\":\"Binding\",\"metadata\":{\"name\":\"$1\"},\"target\":{\"kind\":\"Node\",\"name\":\"$2\"}}" \
    | kubectl create --raw "/api/v1/namespaces/default/pods/$1/binding" -f - >/dev/null
}

budgets=policy/v1
[ "$minor" -ge 21 ] || budgets=policy/v1beta1
cluster_up --nodes 6
is "$?" 0 "a control plane starts"
kubectl label node node-00001 rack=r1 >/dev/null
kubectl label node node-00004 rack=r4 >/dev/null
manifest "{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: high}, value: 1000}" | create

# -- rules -----------------------------------------------------------------

start --provider DefaultProvider
pod by-provider | create
within 20 has_node by-provider
is "$?" 0 "a provider places a pod"
wipe

cat >racks.json <<'EOF'
{"apiVersion": "v1", "kind": "Policy",
 "predicates": [{"name": "PodFitsResources"},
   {"name": "CheckNodeLabelPresence", "argument": {"labelsPresence": {"labels": ["rack"], "presence": true}}}],
 "priorities": [{"name": "LeastRequestedPriority", "weight": 1}]}
EOF
start --policy racks.json
for i in 1 2 3 4; do pod "racked-$i"; done | create
within 20 all_bound
is "$(kubectl get pods -o 'jsonpath={.items[*].spec.nodeName}' | tr ' ' '\n' | sort | uniq -c | xargs)" \
  "2 node-00001 2 node-00004" "a rule of a Policy that no profile has decides"
wipe

# packing VERSION PLUGIN [CONFIG]: two profiles, one of which fills up nodes
packing ()
{
  cat <<EOF
apiVersion: kubescheduler.config.k8s.io/$1
kind: KubeSchedulerConfiguration
profiles:
- schedulerName: default-scheduler
- schedulerName: packer
  plugins:
    score:
      disabled: [{name: "*"}]
      enabled: [{name: $2}]
  ${3-}
EOF
}

# packs: whether each profile does its work
packs ()
{
  pod seed "$(on node-00002)" 4 | create
  within 20 has_node seed || return 1
  pod packed "schedulerName: packer" | create
  within 20 is_on packed node-00002 || return 1
  pod spread | create
  within 20 has_node spread && ! is_on spread node-00002
}

packing v1beta1 NodeResourcesMostAllocated >packing-1.20.yaml
start --config packing-1.20.yaml --release 1.20
packs
is "$?" 0 "profiles of 1.20 place the pods of their schedulerNames"
wipe

packing v1 NodeResourcesFit "pluginConfig:
  - name: NodeResourcesFit
    args: {scoringStrategy: {type: MostAllocated, resources: [{name: cpu, weight: 1}]}}" >packing-1.34.yaml
start --config packing-1.34.yaml --release 1.34.1
packs
is "$?" 0 "profiles of 1.34, too"
wipe

# -- two schedulers --------------------------------------------------------

scheduler_log=other.log
start --policy racks.json --scheduler-name other --leader-elect=false
other=$scheduler
scheduler_log=log
start --provider DefaultProvider
for i in 1 2 3 4 5 6; do
  pod "theirs-$i" "schedulerName: other"
  pod "ours-$i"
done | create
within 30 all_bound
is "$(grep -c ' bound default/ours' log)$(grep -c ' bound ' log)$(grep -c ' bound default/theirs' other.log)$(grep -c ' bound ' other.log)" \
  6666 "two schedulers side by side place their own pods only"
is "$(events theirs-1 Scheduled)" "Successfully assigned default/theirs-1 to $(node_of theirs-1)" "with events in their names"
is "$(kubectl get events.v1.events.k8s.io -o 'jsonpath={.items[?(@.regarding.name=="theirs-1")].reportingController}')" \
  other "of the scheduler that it was"
ends_well "$other"
wipe

# -- nodes and pods that change --------------------------------------------

start --policy policy.json
pod picky "nodeSelector: {disk: ssd}" | create
within 20 says picky "0/6 nodes are available: 6 node(s) didn't match node selector."
is "$?" 0 "a pod waits for a node"
since=$(field pod/picky '.status.conditions[0].lastTransitionTime')
sleep 1.1
kubectl taint node node-00000 dedicated=x:NoSchedule >/dev/null
within 20 says picky "*1 node(s) had taints*"
is "$(field pod/picky '.status.conditions[0].lastTransitionTime')" "$since" "it has not fitted since then, whatever the reason"
kubectl label node node-00005 disk=ssd >/dev/null
within 30 is_on picky node-00005
is "$?" 0 "and goes to a node that changes"
kubectl label node node-00005 disk- >/dev/null
kubectl taint node node-00000 dedicated- >/dev/null

for i in 0 1 2 4 5; do kubectl cordon "node-0000$i" >/dev/null; done
for i in 1 2 3; do pod "squeezed-$i"; done | create
within 20 all_bound
is "$(nodes_of squeezed-1 squeezed-2 squeezed-3)" node-00003 "cordoned nodes get no pods"
for i in 0 1 2 4 5; do kubectl uncordon "node-0000$i" >/dev/null; done

pod explorer "nodeSelector: {kubernetes.io/hostname: new}" | create
within 20 says explorer "0/6 *"
manifest "{apiVersion: v1, kind: Node, metadata: {name: new, labels: {kubernetes.io/hostname: new}},
  status: {allocatable: {cpu: '4', memory: 8Gi, pods: '9'}, conditions: [{type: Ready, status: 'True'}]}}" | create
within 30 is_on explorer new
is "$?" 0 "a node that is added gets the pod that waits for it"
kubectl delete pod explorer --grace-period 0 --force >/dev/null 2>&1
kubectl delete node new >/dev/null
pod late "nodeSelector: {kubernetes.io/hostname: new}" | create
within 20 says late "0/6 nodes are available: 6 node(s) didn't match node selector."
is "$?" 0 "a node that is removed gets none"

pod taken "nodeSelector: {disk: none}" 31 | create
within 20 says taken "0/6 *"
place taken node-00004
pod crowded "$(on node-00004)" 2 | create
within 20 says crowded "*Insufficient cpu*"
is "$?" 0 "a pod that somebody else has bound counts on its node"
is "$(grep -c 'bound default/taken' log)" 0 "and is left alone"
is "$(field pod/taken '.status.conditions[?(@.type=="PodScheduled")].status')" True "its status, too"
wipe

# -- preemption ------------------------------------------------------------

# crowd: low pods on two nodes; those on the first one are protected
crowd ()
{
  manifest "{apiVersion: $budgets, kind: PodDisruptionBudget, metadata: {name: keep, namespace: default},
    spec: {minAvailable: 2, selector: {matchLabels: {app: kept}}}}" | create
  for i in 1 2; do
    pod "kept-$i" "$(on node-00001)" 15 | sed 's/name: kept-[12],/&  labels: {app: kept},/'
    pod "loose-$i" "$(on node-00004)" 15
  done | create
  within 20 all_bound
}

racked="affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution:
    {nodeSelectorTerms: [{matchExpressions: [{key: rack, operator: Exists}]}]}}}"

# preempts NODE [WHERE]: a pod of high priority is nominated there
preempts ()
{
  crowd || return 1
  pod urgent "priorityClassName: high
  ${2-$racked}" 20 | create
  within 20 nominated urgent "$1"
}

drained () { remove_deleted; is_on urgent "${1-node-00004}"; }

for rules in "--policy policy.json" "--config packing-1.20.yaml --release 1.20"; do
  # shellcheck disable=SC2086 # several words
  start $rules
  preempts node-00004
  is "$?" 0 "$rules: a pod of high priority is nominated where no PodDisruptionBudget is violated"
  within 30 drained
  is "$(kubectl get pods -o name | sort | xargs)" "pod/kept-1 pod/kept-2 pod/urgent" "its victims are gone, and it has their room"
  is "$(events loose-1 Preempted)" "Preempted by default/urgent on node node-00004" "they are told why"
  is "$(grep -c ' bound default/urgent ' log)" 1 "it was bound once"
  wipe
done

start --policy policy.json
preempts node-00001 "nodeSelector: {rack: r1}"
is "$?" 0 "a PodDisruptionBudget is violated if there is no other way"
within 30 drained node-00001
is "$?" 0 "and the pod gets there"
wipe

# -- an extender -----------------------------------------------------------

server=$FIT_TEST_BUILDDIR/tests/support-extender/extender-server
if [ ! -x "$server" ]; then
  skip "built without libmicrohttpd" "extenders"
else
  coproc SERVER { exec "$server"; }
  read -r port control <&"${SERVER[0]}"
  cat >binder <<EOF
#!/bin/sh
echo "\$@" >>$work/bound
echo "{\"apiVersion\":\"v1\",\"kind\":\"Binding\",\"metadata\":{\"name\":\"\$2\"},\"target\":{\"kind\":\"Node\",\"name\":\"\$3\"}}" \
  | $KUBECTL --kubeconfig $KUBECONFIG create --raw "/api/v1/namespaces/\$1/pods/\$2/binding" -f -
EOF
  chmod +x binder
  # tell NAME VALUE: how the extender answers
  tell ()
  {
    exec 9<>"/dev/tcp/127.0.0.1/$control"
    printf 'PUT /%s HTTP/1.0\r\nContent-Length: %s\r\n\r\n%s' "$1" "${#2}" "$2" >&9
    cat <&9 >/dev/null
    exec 9>&-
  }
  cat >extender.json <<EOF
{"apiVersion": "v1", "kind": "Policy",
 "predicates": [{"name": "PodFitsResources"}], "priorities": [{"name": "EqualPriority", "weight": 1}],
 "extenders": [{"urlPrefix": "http://127.0.0.1:$port/ext", "filterVerb": "filter", "prioritizeVerb": "prioritize",
   "bindVerb": "bind", "weight": 3}]}
EOF
  tell binder "$work/binder"
  tell favourite node-00002
  tell reject node-00005
  start --policy extender.json
  for i in 1 2 3; do pod "extended-$i"; done | create
  within 30 all_bound
  is "$(nodes_of extended-1 extended-2 extended-3)" node-00002 "an extender says which node is best"
  is "$(sort bound | xargs)" "default extended-1 node-00002 default extended-2 node-00002 default extended-3 node-00002" \
    "and binds the pods there"
  tell reject node-00002
  pod refused | create
  within 20 has_node refused
  is "$(node_of refused | grep -vc node-00002)" 1 "and which node will not do"
  tell binder /bin/false
  pod unbound | create
  within 20 says unbound "*the binder failed*"
  is "$?" 0 "a binding that it fails to write is told"
  tell binder "$work/binder"
  kubectl label node node-00000 changed=yes >/dev/null
  within 60 has_node unbound
  is "$?" 0 "and tried again"
  printf '#!/bin/sh\nsleep 8\nexec %s "$@" 2>/dev/null\n' "$work/binder" >slow
  chmod +x slow
  tell binder "$work/slow"
  pod patient | create
  ended () { grep -q ' bound default/patient ' log; }
  within 60 ended
  is "$? $(events patient FailedScheduling)" "0 " "a binding that takes longer than the extender may is not given up"
  wipe
  exec {SERVER[1]}>&-
fi

# -- volumes ---------------------------------------------------------------

# volume NAME NODE [SPEC]: a PersistentVolume of one node
volume ()
{
  manifest "{apiVersion: v1, kind: PersistentVolume, metadata: {name: $1},
    spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], ${3-} local: {path: /x},
      nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions:
        [{key: kubernetes.io/hostname, operator: In, values: [$2]}]}]}}}}"
}

# claim NAME SPEC
claim ()
{
  manifest "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: $1, namespace: default},
    spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}, $2}}"
}

class ()
{
  manifest "{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: $1}, provisioner: $2,
    volumeBindingMode: WaitForFirstConsumer}"
}

# user NAME CLAIM: a pod
user () { pod "$1" "volumes: [{name: v, persistentVolumeClaim: {claimName: $2}}]"; }

# controller CLAIM VOLUME: what the controller of volumes does when both are to be one
controller ()
{
  kubectl patch pvc "$1" --type merge -p "{\"metadata\":{\"annotations\":{\"pv.kubernetes.io/bind-completed\":\"yes\"}},
    \"spec\":{\"volumeName\":\"$2\"}}" >/dev/null
}

class static kubernetes.io/no-provisioner | create
class dynamic example.com/maker | create
start --provider DefaultProvider

{
  volume bound node-00003 "claimRef: {namespace: default, name: bound}, storageClassName: '',"
  claim bound "volumeName: bound, storageClassName: ''"
} | create
kubectl patch pv bound --type merge \
  -p "{\"spec\":{\"claimRef\":{\"uid\":\"$(field pvc/bound .metadata.uid)\"}}}" >/dev/null
controller bound bound
user bound bound | create
within 30 is_on bound node-00003
is "$?" 0 "a pod goes where its volume is"

{
  volume spare node-00002 "storageClassName: static,"
  claim waiting "storageClassName: static"
  user waiting waiting
} | create
kubectl get pv spare -o json | sed 's/"phase": "Pending"/"phase": "Available"/' \
  | kubectl replace --raw /api/v1/persistentvolumes/spare/status -f - >/dev/null
reserved () { [ "$(field pv/spare .spec.claimRef.name)" = waiting ]; }
within 30 reserved
is "$(field pv/spare .spec.claimRef.kind) $(field pv/spare .spec.claimRef.namespace) $(field pv/spare .spec.claimRef.uid)" \
  "PersistentVolumeClaim default $(field pvc/waiting .metadata.uid)" "a volume is reserved for the claim of a pod"
is "$(field pv/spare '.metadata.annotations.pv\.kubernetes\.io/bound-by-controller')" yes "by a controller"
is "$(node_of waiting)" "" "which waits until the claim is bound"
controller waiting spare
within 30 is_on waiting node-00002
is "$?" 0 "and goes there then"

{ claim made "storageClassName: dynamic"; user made made; } | create
selected () { [ -n "$(field pvc/made '.metadata.annotations.volume\.kubernetes\.io/selected-node')" ]; }
within 30 selected
is "$?" 0 "a claim without a volume says where it is wanted"
chosen=$(field pvc/made '.metadata.annotations.volume\.kubernetes\.io/selected-node')
volume made "$chosen" "storageClassName: dynamic, claimRef: {apiVersion: v1, kind: PersistentVolumeClaim, namespace: default,
  name: made, uid: $(field pvc/made .metadata.uid)}," | create
controller made made
within 30 is_on made "$chosen"
is "$?" 0 "and the pod follows the volume that is made there"
is "$(grep -c ' bound ' log)" 3 "each of them is bound once"
ends_well

cat >impatient.yaml <<'EOF'
apiVersion: kubescheduler.config.k8s.io/v1beta1
kind: KubeSchedulerConfiguration
profiles:
- pluginConfig:
  - {name: VolumeBinding, args: {bindTimeoutSeconds: 2}}
EOF
start --config impatient.yaml --release 1.20
{ claim slow "storageClassName: dynamic"; user slow slow; } | create
# The pod may be seen, and tried, before the claim.
late () { grep -qx "running PreBind plugin \"VolumeBinding\": timed out waiting for the condition" <<<"$(events slow FailedScheduling)"; }
within 30 late
is "$?" 0 "a volume that does not come in time is told"
slow_made ()
{
  local node
  node=$(field pvc/slow '.metadata.annotations.volume\.kubernetes\.io/selected-node')
  [ -n "$node" ] || return 1
  volume slow "$node" "storageClassName: dynamic, claimRef: {apiVersion: v1, kind: PersistentVolumeClaim, namespace: default,
    name: slow, uid: $(field pvc/slow .metadata.uid)}," | create
}
within 30 slow_made
controller slow slow
within 60 has_node slow
is "$?" 0 "and its pod tried again"
wipe

finish
