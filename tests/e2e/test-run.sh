#!/usr/bin/env bash
# test-run.sh - fitsched run on a real API server
#
# shellcheck disable=SC2317 # functions are called by within
# Without one (./dev cluster up provides it) everything is skipped.

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
FIT_TEST_BUILDDIR=${FIT_TEST_BUILDDIR:-$FIT_TEST_SRCDIR/build}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"

e2e=$FIT_TEST_SRCDIR/tests/e2e
if ! "$e2e/provide-control-plane.sh" --check >/dev/null; then
  skip "no kube-apiserver; ./dev cluster up builds one" "fitsched run on a real API server"
  finish
fi

PATH=$FIT_TEST_BUILDDIR:$PATH
unset NO_COLOR COLUMNS
work=$(mktemp -d)
export FITSCHED_CLUSTER=$work/cluster
scheduler=
end ()
{
  [ -z "$scheduler" ] || kill "$scheduler" 2>/dev/null
  "$e2e/cluster.sh" down
  rm -rf "$work"
}
trap end EXIT
cd "$work" || exit 1
cp "$FIT_TEST_SRCDIR"/docs/demo/policy.json .

# -- tools -----------------------------------------------------------------

kubectl () { "$KUBECTL" --kubeconfig "$KUBECONFIG" "$@"; }

# within SECONDS COMMAND...: until it succeeds
within ()
{
  local deadline=$((SECONDS + $1))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$deadline" ] || return 1
    sleep 0.2
  done
}

# start ARGUMENT...: the scheduler
start ()
{
  fitsched run --kubeconfig "$FITSCHED_KUBECONFIG" "$@" 2>log &
  scheduler=$!
}

# stop: Returns its status
stop ()
{
  local status=0
  kill -TERM "$scheduler"
  wait "$scheduler" || status=$?
  scheduler=
  return "$status"
}

pending () { kubectl get pods -A --field-selector spec.nodeName= -o name | wc -l; }
all_bound () { [ "$(pending)" -eq 0 ]; }
node_of () { kubectl get pod "$1" -o 'jsonpath={.spec.nodeName}'; }
has_node () { [ -n "$(node_of "$1")" ]; }

# pod NAME [SPEC]: a manifest
pod ()
{
  cat <<EOF
---
apiVersion: v1
kind: Pod
metadata: {name: $1, namespace: default}
spec:
  ${2:-}
  containers:
  - {name: main, image: pause, resources: {requests: {cpu: ${3:-100m}}}}
EOF
}

# kubelet: what kubelets do for pods that are being deleted
kubelet ()
{
  kubectl get pods -A -o 'jsonpath={range .items[?(@.metadata.deletionTimestamp)]}{.metadata.name}{"\n"}{end}' \
    | xargs -r "$KUBECTL" --kubeconfig "$KUBECONFIG" delete pod --grace-period 0 --force >/dev/null 2>&1
}

# -- the cluster -----------------------------------------------------------

"$e2e/cluster.sh" up --nodes 20 --pods 200 >up.log 2>&1
is "$?" 0 "a control plane starts"
eval "$("$e2e/cluster.sh" env)"

# -- bindings --------------------------------------------------------------

start --policy policy.json
within 60 all_bound
is "$?" 0 "all pods are bound"
is "$(kubectl get pods -o 'jsonpath={.items[*].spec.nodeName}' | tr ' ' '\n' | sort | uniq -c | awk '{ print $1 }' | sort -u)" \
  10 "evenly"
is "$(grep -c ' bound default/' log)" 200 "each once, a line for each"
is "$(kubectl get events -A -o 'jsonpath={.items[?(@.reason=="Scheduled")].regarding.name}{.items[?(@.reason=="Scheduled")].involvedObject.name}' | wc -w)" \
  200 "with an event for each"

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
settled () { kubelet; has_node pressing; }
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
"$e2e/cluster.sh" up >>up.log 2>&1
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
