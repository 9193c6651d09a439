#!/usr/bin/env bash
# test-faults.sh - fitsched run while connections, servers and schedulers fail
#
# shellcheck disable=SC2119,SC2154,SC2317 # functions are called by within, variables are those of the cluster
# Pods and nodes come and go, and a proxy injects faults between the scheduler and
# its API server (fault-proxy.c).  Then the leader of two replicas is killed again and
# again, then the servers.
# In the end the record of all that the server has seen tells whether each pod was
# bound once and to a node where it fitted, and whether none waits that fits.
#
# FIT_TEST_LONG=1 (./dev e2e --long) does ten times as much.
# SPDX-License-Identifier: Apache-2.0

. "${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}/tests/e2e/tools.sh"

if [ ! -x "$FIT_TEST_BUILDDIR/tests/e2e/fault-proxy" ]; then
  skip "built without libmicrohttpd and GnuTLS" "fitsched run with faults"
  finish
fi
times=1
[ -z "${FIT_TEST_LONG-}" ] || times=10
seed=${FIT_TEST_SEED:-1}
note "seed $seed (FIT_TEST_SEED takes another)"
replicas=(one two)
election=(--leader-elect-lease-duration 3s --leader-elect-renew-deadline 2s --leader-elect-retry-period 500ms)

# -- what runs -------------------------------------------------------------

# background NAME COMMAND...: its process is in NAME.pid
background ()
{
  local name=$1
  shift
  "$@" >"$name.out" 2>&1 &
  echo $! >"$name.pid"
  started+=("$!")
}

# supervise REPLICA: starts a scheduler again whenever it has ended, as a kubelet
# does.  exits has each status but those that are meant: 137, killed, and 4, the
# lease was lost.
supervise ()
{
  local status process
  trap 'kill -TERM "$process"; wait "$process"; echo "$?" >>last-statuses; exit' TERM
  while :; do
    fitsched run --kubeconfig faulty.kubeconfig --policy policy.json --secure-port 0 "${election[@]}" 2>"$1.log" &
    process=$!
    echo "$process" >"$1.pid"
    status=0
    wait "$process" || status=$?
    cat "$1.log" >>log
    case $status in
      4) echo "$1" >>lost ;;
      137) ;;
      *)
        echo "$status $(tail -n 1 "$1.log")" >>exits
        sleep 1
        ;;
    esac
  done
}

# at_end: supervisors have been killed, what they started has not
at_end ()
{
  local replica
  for replica in "${replicas[@]}"; do
    kill -KILL "$(cat "$replica.pid")"
  done 2>/dev/null
}

# leader: the process that leads
leader ()
{
  local replica
  for replica in "${replicas[@]}"; do
    if grep -q 'note: leading: ' "$replica.log" && kill -0 "$(cat "$replica.pid")"; then
      cat "$replica.pid"
      return
    fi
  done
  return 1
} 2>/dev/null
has_leader () { leader >/dev/null; }

# helpers_end: those of the suite that have ended before their time
helpers_end ()
{
  local helper
  for helper in record kubelet proxy flow; do
    kill -0 "$(cat "$helper.pid")" 2>/dev/null || { echo "$helper has ended:"; tail -n 3 "$helper.out"; }
  done
}

enough_faults () { [ -f counts ] && [ "$(sed -n 's/ total$//p' counts)" -ge "$1" ]; }

# peak FAULTS SECONDS: waits until there were so many.  most_memory is what a leader had at most meanwhile, in
# KiB: one that has just begun has little
peak ()
{
  local deadline=$((SECONDS + $2)) memory
  most_memory=0
  until enough_faults "$1"; do
    [ "$SECONDS" -lt "$deadline" ] || return 1
    memory=$(sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$(leader)/status" 2>/dev/null)
    [ "${memory:-0}" -le "$most_memory" ] || most_memory=$memory
    sleep 0.2
  done
}

# restart SERVER: of the control plane, as if its machine had lost power.  Fails
# if it does not come back
restart ()
{
  local process
  process=$(cat "$FITSCHED_CLUSTER/$1.pid")
  kill -KILL "$process"
  while kill -0 "$process" 2>/dev/null; do
    sleep 0.1
  done
  cluster_up
}

# compact: the store forgets all versions but the last
compact ()
{
  local version body
  version=$(kubectl get --raw '/api/v1/nodes?limit=1' | sed 's/.*"resourceVersion":"\([0-9]*\)","continue.*/\1/')
  body="{\"revision\":\"$version\"}"
  exec 8<>"/dev/tcp/127.0.0.1/$etcd_port"
  printf 'POST /v3/kv/compaction HTTP/1.1\r\nHost: etcd\r\nConnection: close\r\nContent-Length: %d\r\n\r\n%s' \
    "${#body}" "$body" >&8
  head -n 1 <&8 | grep -q ' 200 '
}

settled () { bed check record >check.out; }

# -- the beginning ---------------------------------------------------------

cluster_up
is "$?" 0 "a control plane starts"
# shellcheck disable=SC1091
. "$FITSCHED_CLUSTER/settings"
proxy_port=$((30000 + RANDOM % 2000))
sed "s/127.0.0.1:$port/127.0.0.1:$proxy_port/" "$FITSCHED_KUBECONFIG" >faulty.kubeconfig
chmod 600 faulty.kubeconfig
bed load --nodes 20 --cpu 8 >load.out
is "$(cut -d' ' -f1-3 load.out)" "created 20 nodes" "with nodes"
# Its caches begin later now: a watch from the first version gets a 410.
restart apiserver
is "$?" 0 "the API server is started again"
background record bed record record
background kubelet bed kubelet
background proxy fault-proxy --listen "$proxy_port" --to "$port" --pki "$FITSCHED_CLUSTER/pki" --counts counts \
  --seed "$seed" --rate 60 --watch-seconds 4
: >exits
: >lost
supervisors=()
for replica in "${replicas[@]}"; do
  supervise "$replica" 2>"supervise-$replica.out" &
  supervisors+=("$!")
  started+=("$!")
done
background flow bed flow --seconds 100000 --pods 170 --rate 50 --seed "$seed"

# -- faults ----------------------------------------------------------------

peak $((60 * times)) $((150 * times))
memory_before=$most_memory
compact
is "$?" 0 "the store is compacted"
peak $((120 * times)) $((150 * times))
is "$?" 0 "faults are injected"
memory_after=$most_memory
if [ "${FIT_TEST_SANITIZERS:-no}" = no ]; then
  [ "$memory_before" -gt 0 ] && [ "$memory_after" -le $((memory_before * 5 / 4 + 8192)) ]
  is "$?" 0 "memory does not grow"
else
  skip "sanitizers keep memory" "memory does not grow"
fi
note "memory: $memory_before KiB, then $memory_after KiB"
none "$(cat exits)" "the scheduler goes on"
note "the lease was lost $(wc -l <lost) times"

# -- the leader ends -------------------------------------------------------

kills=0
while [ "$kills" -lt $((5 * times)) ] && within 60 has_leader; do
  sleep ".$((RANDOM % 10))"
  process=$(leader) && kill -KILL "$process" && kills=$((kills + 1))
done
is "$kills $(cat exits)" "$((5 * times)) " "the leader is killed again and again"

# -- servers end -----------------------------------------------------------

restarts=0
while [ "$restarts" -lt $(((times + 1) / 2)) ] && restart apiserver && sleep 3 && restart etcd; do
  restarts=$((restarts + 1))
  sleep 3
done
is "$restarts $(cat exits)" "$(((times + 1) / 2)) " "API server and etcd are restarted"
none "$(helpers_end)" "what makes the trouble goes on, too"

# -- the end ---------------------------------------------------------------

kill -USR1 "$(cat proxy.pid)"
kill -TERM "$(cat flow.pid)"
within 150 settled
is "$?" 0 "each pod was bound once, where it fitted, and none waits that fits"
note "$(cat check.out)"
kill -TERM "${supervisors[@]}"
wait "${supervisors[@]}"
is "$(tr 4 0 <last-statuses)" $'0\n0' "SIGTERM ends the schedulers with 0, or with 4 if the lease was just lost"
kill -TERM "$(cat proxy.pid)"
is "$(grep -c '^0 ' counts)" 0 "there were faults of all kinds"
note "$(cat counts)"

finish
