# tools.sh - what the tests on a real API server share; they source it first
#
# It moves to an empty directory, and takes everything down at the end.  Without
# a server the whole test is skipped.
#
# shellcheck shell=bash
# shellcheck disable=SC2317 # functions are called by within
# SPDX-License-Identifier: Apache-2.0

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
FIT_TEST_BUILDDIR=${FIT_TEST_BUILDDIR:-$FIT_TEST_SRCDIR/build}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"
. "$FIT_TEST_SRCDIR/tests/e2e/peer.sh"

e2e=$FIT_TEST_SRCDIR/tests/e2e
if ! programs=$("$e2e/provide-control-plane.sh" --check); then
  skip "no kube-apiserver; ./dev cluster up builds one" "$(sed -n '2s/^# //p' "$0")"
  finish
fi

minor=$(minor_of "$programs/kube-apiserver") # of the control plane: 20 for 1.20
PATH=$FIT_TEST_BUILDDIR:$FIT_TEST_BUILDDIR/tests/e2e:$PATH
unset NO_COLOR COLUMNS
work=$(mktemp -d)
export FITSCHED_CLUSTER=$work/cluster
scheduler=      # the process of the last start
scheduler_log=log # where start lets it write
started=()
at_end () { :; } # of the test: what it has to end itself
end ()
{
  if [ ${#started[@]} -gt 0 ]; then
    kill -KILL "${started[@]}" 2>/dev/null
    wait "${started[@]}" 2>/dev/null
  fi
  at_end
  "$e2e/cluster.sh" down
  [ -z "${FIT_TEST_KEEP-}" ] || cp -r "$work" "$FIT_TEST_KEEP" # to look at after a failure
  cd / && rm -rf "$work"
}
trap end EXIT
cd "$work" || exit 1
cp "$FIT_TEST_SRCDIR"/docs/demo/policy.json .

# -- the control plane -----------------------------------------------------

# cluster_up [--nodes N] [--pods M]: starts it, or what of it does not run, and
# sets KUBECTL, KUBECONFIG (of the administrator) and FITSCHED_KUBECONFIG (of the
# user system:kube-scheduler)
cluster_up ()
{
  "$e2e/cluster.sh" up "$@" >>up.log 2>&1 || { cat up.log >&2; return 1; }
  eval "$("$e2e/cluster.sh" env)"
}

kubectl () { "$KUBECTL" --kubeconfig "$KUBECONFIG" "$@"; }

# within SECONDS COMMAND...: until it succeeds; SECONDS are those of a quiet
# machine
within ()
{
  local deadline=$((SECONDS + 3 * $1))
  shift
  until "$@"; do
    [ "$SECONDS" -lt "$deadline" ] || return 1
    sleep 0.2
  done
}

# -- the scheduler ---------------------------------------------------------

# start ARGUMENT...: fitsched run; its process is $scheduler, its messages are in
# the file $scheduler_log
start ()
{
  fitsched run --kubeconfig "$FITSCHED_KUBECONFIG" --secure-port 0 "$@" 2>"$scheduler_log" &
  scheduler=$!
  started+=("$scheduler")
}

# stop [PROCESS]: as an operator does.  Returns its status
stop ()
{
  kill -TERM "${1:-$scheduler}"
  wait "${1:-$scheduler}"
}

# ends_well [PROCESS]: a result: it ends with 0
ends_well ()
{
  stop "$@"
  is "$?" 0 "SIGTERM ends it with 0"
}

# -- pods ------------------------------------------------------------------

pending () { kubectl get pods -A --field-selector spec.nodeName= -o name | wc -l; }
all_bound () { [ "$(pending)" -eq 0 ]; }
node_of () { kubectl get pod "$1" -o 'jsonpath={.spec.nodeName}'; }
has_node () { [ -n "$(node_of "$1")" ]; }

# pod NAME [SPEC [CPU]]: a manifest
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

# remove_deleted: what kubelets do for pods that are being deleted
remove_deleted ()
{
  kubectl get pods -A -o 'jsonpath={range .items[?(@.metadata.deletionTimestamp)]}{.metadata.name}{"\n"}{end}' \
    | xargs -r "$KUBECTL" --kubeconfig "$KUBECONFIG" delete pod --grace-period 0 --force >/dev/null 2>&1
}
