#!/usr/bin/env bash
# two replicas on a real API server
#
# shellcheck disable=SC2317 # functions are called by within
# SPDX-License-Identifier: Apache-2.0

. "${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}/tests/e2e/tools.sh"

short=(--leader-elect-lease-duration 3s --leader-elect-renew-deadline 2s --leader-elect-retry-period 0.5s)

# replica NAME ARGUMENT...: another scheduler; its process is ${process[NAME]}, its messages are in the file NAME
declare -A process
replica ()
{
  scheduler_log=$1
  start --policy policy.json "${short[@]}" "${@:2}"
  process[$1]=$scheduler
}

says () { grep -qs -- "$2" "$1"; }
is_over () { ! kill -0 "${process[$1]}" 2>/dev/null; }

# term NAME: SIGTERM.  Returns its status
term () { stop "${process[$1]}"; }

# lock KIND PATH: a field of the object
lock () { kubectl get "$1" -n kube-system kube-scheduler -o "jsonpath=$2" 2>/dev/null; }
record () { lock "$1" '{.metadata.annotations.control-plane\.alpha\.kubernetes\.io/leader}'; }
writes_of () { grep -c ' bound ' "$1"; }
new_pod () { pod "$1" | kubectl create -f - >/dev/null; }

cluster_up --nodes 5 --pods 20
is "$?" 0 "a control plane starts"

# -- the first and the second ----------------------------------------------

replica one
within 20 says one "leading: "
is "$?" 0 "the first replica leads"
within 30 all_bound
is "$?" 0 "and schedules"
is "$(sed -n 's/.*note: leading: \([^_]*_\).* holds \(.*\)/\1 \2/p' one)" "$(hostname)_ Lease kube-system/kube-scheduler" \
  "by the Lease, under the name of its host and a random one"
is "$(lock lease '{.spec.leaseDurationSeconds} {.spec.leaseTransitions}')" "3 0" "which says how long it counts"
is "$(lock lease '{.spec.renewTime}' | sed 's/[0-9]/9/g')" "9999-99-99T99:99:99.999999Z" "and when it was renewed, in microseconds"
became_leader ()
{
  kubectl get events -n kube-system \
    -o 'jsonpath={range .items[?(@.reason=="LeaderElection")]}{.involvedObject.kind}{" "}{.message}{"\n"}{end}' \
    | sed 's/[^ ]*_[^ ]*/ID/' | sort | uniq -c | sed 's/^ *//'
}
is "$(became_leader)" "1 Lease ID became leader" "an event says so"
replica two
within 20 says two "waiting to lead: Lease kube-system/kube-scheduler is held by $(lock lease '{.spec.holderIdentity}')"
is "$?" 0 "the second one waits, and says for whom"

# -- kill -9 ---------------------------------------------------------------

kill -KILL "${process[one]}"
new_pod after-kill
within 20 has_node after-kill
is "$?$(writes_of two)" 01 "after kill -9 of the leader, the other one schedules"
is "$(lock lease '{.spec.leaseTransitions}')" 1 "the Lease counts the change"

# -- SIGTERM ---------------------------------------------------------------

# It would wait for ten minutes if the Lease were not released.
long=(--leader-elect-lease-duration 10m --leader-elect-renew-deadline 1m)
replica patient "${long[@]}"
within 20 says patient "waiting to lead"
term two
is "$?" 0 "SIGTERM ends the leader with 0"
is "$(tail -n 1 two | sed 's/.*note: /note: /')" "note: released Lease kube-system/kube-scheduler" "after it has released the Lease"
within 20 says patient "leading: "
is "$?" 0 "another one follows at once"
new_pod after-term
within 20 has_node after-term
is "$?$(writes_of patient)" 01 "and schedules"
replica three
within 20 says three "waiting to lead"
term patient
is "$?" 0 "SIGTERM ends that one, too"
within 20 says three "leading: "
is "$?" 0 "and the next one follows"

# -- kill -STOP, kill -CONT ------------------------------------------------

replica four
within 20 says four "waiting to lead"
kill -STOP "${process[three]}"
new_pod while-stopped
within 20 has_node while-stopped
is "$?$(writes_of four)" 01 "while the leader is stopped, the other one takes over"
for i in 1 2 3 4 5; do new_pod "after-stop-$i"; done
kill -CONT "${process[three]}"
within 10 is_over three
wait "${process[three]}"
is "$?" 4 "a leader that was stopped for longer than its lease ends with 4"
is "$(tail -n 1 three)" "fitsched: lost Lease kube-system/kube-scheduler, which was not renewed for 2s: this process was stopped" \
  "and says why"
is "$(writes_of three)" 0 "without having written anything"
within 20 all_bound
is "$?" 0 "all pods are bound"
term four
is "$?" 0 "the last one ends"
is "$(lock lease '{.spec.holderIdentity}/{.spec.leaseDurationSeconds}')" "/1" "and leaves the Lease to anybody"

# -- other kinds of locks --------------------------------------------------

# The stock role may not use ConfigMaps.
kubectl create clusterrole locks --verb get,create,update --resource configmaps,endpoints >/dev/null
kubectl create clusterrolebinding locks --clusterrole locks --user system:kube-scheduler >/dev/null

# by KIND WHAT: leads by this kind, as WHAT says
by ()
{
  replica "$1" --leader-elect-resource-lock "$1"
  within 20 says "$1" "holds $2 kube-system/kube-scheduler"
  is "$?" 0 "--leader-elect-resource-lock $1 leads by the $2"
}
finish_by ()
{
  term "$1"
  is "$?" 0 "and ends"
}
holder_in () { record "$1" | sed -n 's/^{"holderIdentity":"\([^"]*\)","leaseDurationSeconds":3,"acquireTime":"[-0-9T:]*Z","renewTime":"[-0-9T:]*Z","leaderTransitions":[0-9]*}$/\1/p'; }
by endpoints Endpoints
is "$(sed -n 's/.*note: leading: \(.*\) holds .*/\1/p' endpoints)" "$(holder_in endpoints)" "its record is in an annotation"

# -- not beside another kind -----------------------------------------------

replica beside
within 20 says beside "waiting to lead: Endpoints kube-system/kube-scheduler, another kind of lock, is held by"
is "$?" 0 "a replica with another kind of lock waits, and says for whom"
sleep 5
is "$(lock lease '{.spec.holderIdentity}')" "" "and goes on waiting"
replica ignoring --ignore-other-locks
within 20 says ignoring "leading: "
is "$?" 0 "--ignore-other-locks leads nevertheless"
finish_by ignoring
kill -KILL "${process[endpoints]}"
within 20 says beside "leading: "
is "$?" 0 "once that holder is gone, the waiting one leads"
finish_by beside

by configmaps ConfigMap
finish_by configmaps
by endpointsleases "Endpoints and Lease"
is "$(holder_in endpoints)" "$(lock lease '{.spec.holderIdentity}')" "both name the same holder"
finish_by endpointsleases
by configmapsleases "ConfigMap and Lease"
finish_by configmapsleases

# -- without an election ---------------------------------------------------

renewed=$(lock lease '{.spec.renewTime}')
replica alone --leader-elect=false
new_pod alone
within 20 has_node alone
is "$?" 0 "--leader-elect=false schedules at once"
is "$(lock lease '{.spec.renewTime}')" "$renewed" "without a lock"
finish_by alone

# -- a server that does not answer -----------------------------------------

replica deserted --shutdown-grace 1s
within 20 says deserted "leading: "
kill -STOP "$(cat "$FITSCHED_CLUSTER/apiserver.pid")"
within 10 is_over deserted
wait "${process[deserted]}"
is "$?" 4 "a leader that cannot renew ends with 4"
# Either the request has timed out by then, or the election does not wait for it any longer.
is "$(tail -n 1 deserted | sed 's|https://.*: Timeout was reached|the API server does not answer in time|')" \
  "fitsched: lost Lease kube-system/kube-scheduler, which was not renewed for 2s: the API server does not answer in time" \
  "and says why"
kill -CONT "$(cat "$FITSCHED_CLUSTER/apiserver.pid")"
kubectl delete lease -n kube-system kube-scheduler >/dev/null
replica cut --shutdown-grace 1s "${long[@]}"
within 20 says cut "leading: "
kill -STOP "$(cat "$FITSCHED_CLUSTER/apiserver.pid")"
term cut
is "$?" 1 "without an answer, SIGTERM ends it with 1 after the grace"
is "$(tail -n 1 cut)" "fitsched: stopped 1s after it was asked to end; the lock of the leader was not released" "and says what is not done"
kill -CONT "$(cat "$FITSCHED_CLUSTER/apiserver.pid")"

finish
