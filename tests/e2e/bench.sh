#!/usr/bin/env bash
# bench.sh - how fast fitsched run binds on a real API server, and what it costs
#
# usage: bench.sh [--peer [KUBE-SCHEDULER]] [--nodes N --pods N]
#
# All pods wait when the scheduler starts.  Then all of them are bound, and it has
# nothing to do.  --peer measures a kube-scheduler in the same way: that of the
# control plane, or another; then it says whether the goals are met, and ends with 1
# if one is not.  docs/benchmarks.md tells what the columns mean.
# SPDX-License-Identifier: Apache-2.0

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=${FIT_TEST_BUILDDIR:-$here/../../build}
bed=$build/tests/e2e/bed
idle_seconds=20
ticks=$(getconf CLK_TCK)
. "$here/peer.sh"

die ()
{
  echo "bench: $*" >&2
  exit 2
}

sizes=("1000 2000" "5000 10000")
peer=
nodes='' pods=''
while [ $# -gt 0 ]; do
  case $1 in
    --peer)
      peer=$("$here/provide-control-plane.sh")/kube-scheduler
      if [ $# -gt 1 ] && [[ $2 != --* ]]; then
        peer=$2
        shift
      fi
      [ -x "$peer" ] || die "$peer: no program"
      ;;
    --nodes | --pods)
      [[ ${2-} =~ ^[0-9]+$ ]] || die "$1 needs a number"
      printf -v "${1#--}" %s "$2"
      shift
      ;;
    *) die "unknown argument: $1" ;;
  esac
  shift
done
programs=$("$here/provide-control-plane.sh")
minor=$(minor_of "${peer:-$programs/kube-apiserver}") # 20 for 1.20
mapfile -t ports < <(portless "$minor")
[ -z "$nodes$pods" ] || sizes=("${nodes:-1000} ${pods:-2000}")

work=$(mktemp -d)
export FITSCHED_CLUSTER=$work/cluster
scheduler=
end ()
{
  [ -z "$scheduler" ] || ! kill -0 "$scheduler" 2>/dev/null || kill -KILL "$scheduler"
  "$here/cluster.sh" down
  rm -rf "$work"
}
trap end EXIT
trap 'exit 1' INT TERM

# -- figures of a process --------------------------------------------------

# cpu_ms: that $scheduler has used
cpu_ms () { awk -v ticks="$ticks" '{ print ($14 + $15) * 1000 / ticks }' "/proc/$scheduler/stat"; }

# memory_mib FIELD
memory_mib () { awk -v field="$1:" '$1 == field { printf "%.1f\n", $2 / 1024 }' "/proc/$scheduler/status"; }

# settle: waits until $scheduler has written its events, and has little to do
settle ()
{
  local before now
  now=$(cpu_ms)
  for _ in $(seq 24); do
    before=$now
    sleep 5
    now=$(cpu_ms)
    ((now - before > 50)) || return 0
  done
}

# -- one run ---------------------------------------------------------------

# prepare NODES PODS: a new cluster
prepare ()
{
  "$here/cluster.sh" down
  "$here/cluster.sh" up >"$work/up.log"
  eval "$("$here/cluster.sh" env)"
  "$bed" load --nodes "$1" --pods "$2" >"$work/load.out"
}

row () { printf '%5s %6s  %-17s %8s %10s %10s %10s %9s %9s\n' "$@"; }

# plain NODES PODS NAME [--events]: the pods, bound without a scheduler
plain ()
{
  local nodes=$1 pods=$2 name=$3 rate
  shift 3
  prepare "$nodes" "$pods"
  "$bed" bind "$@" >"$work/bind.out" || die "not all pods were bound: $(cat "$work/bind.out")"
  rate=$(sed 's,.*pods/s ,,' "$work/bind.out")
  echo "$name $rate" >>"$work/figures"
  row "$nodes" "$pods" "$name" "$rate" "" "" "" "" ""
}

# measure NODES PODS NAME COMMAND...
measure ()
{
  local nodes=$1 pods=$2 name=$3 ended=0 began result cpu peak idle figures
  shift 3
  prepare "$nodes" "$pods"
  configuration "$minor" >"$work/config.yaml"
  "$bed" await "$pods" --seconds 900 >"$work/await.out" &
  local waiting=$!
  until grep -q watching "$work/await.out"; do
    sleep 0.1
  done
  began=$(date +%s%6N)
  "$@" --config "$work/config.yaml" >"$work/scheduler.log" 2>&1 &
  scheduler=$!
  wait "$waiting" || { tail -n 5 "$work/scheduler.log" >&2; die "$name: not all pods were bound: $(cat "$work/await.out")"; }
  result=$(tail -n 1 "$work/await.out")
  settle
  cpu=$(cpu_ms)
  peak=$(memory_mib VmHWM)
  sleep "$idle_seconds"
  idle=$(cpu_ms)
  # shellcheck disable=SC2086 # words
  set -- $result # bound N before N first US last US
  figures=("$(awk -v n="$pods" -v a="$6" -v b="$8" 'BEGIN { printf "%.0f", (n - 1) * 1e6 / (b - a) }')"
    "$(awk -v n="$pods" -v c="$cpu" 'BEGIN { printf "%.3f", c / n }')"
    "$peak" "$(memory_mib VmRSS)"
    "$(awk -v a="$cpu" -v b="$idle" -v s="$idle_seconds" 'BEGIN { printf "%.1f", (b - a) / s }')"
    "$(awk -v a="$began" -v b="$6" 'BEGIN { printf "%.2f", (b - a) / 1e6 }')")
  echo "$name ${figures[*]}" >>"$work/figures"
  row "$nodes" "$pods" "$name" "${figures[@]}"
  [ "$name" != fitsched ] || explain_start "$began" "$6"
  kill -TERM "$scheduler"
  wait "$scheduler" || ended=$?
  [ "$ended" -eq 0 ] || [ "$name" = kube-scheduler ] || die "$name: SIGTERM ended it with $ended"
  scheduler=
}

# logged_at TEXT: microseconds since 1970 of the first line of the log with it
logged_at ()
{
  date -d "$(grep -m 1 -F "$1" "$work/scheduler.log" | cut -d' ' -f1)" +%s%6N
}

# explain_start BEGAN FIRST: where the time before the first binding goes
explain_start ()
{
  awk -v began="$1" -v asks="$(logged_at "note: scheduling on")" -v read="$(logged_at "note: read ")" -v first="$2" 'BEGIN {
    printf "%15s start: %.2f s to begin, %.2f s to read the cluster, %.2f s to the first binding\n", "",
      (asks - began) / 1e6, (read - asks) / 1e6, (first - read) / 1e6 }'
}

# -- goals -----------------------------------------------------------------

# judge NODES PODS: by the figures of that size.  Returns: 1 if a goal is not met
judge ()
{
  awk -v nodes="$1" -v pods="$2" '
    function goal(text, figure, holds) {
      printf "%15s %-62s %10s  %s\n", "", text, figure, holds ? "yes" : "NO"
      missed += !holds
    }
    $1 == "(plain" { ceiling[$2] = $NF; next }
    { rate[$1] = $2; cpu[$1] = $3; peak[$1] = $4; idle[$1] = $5; rest[$1] = $6; start[$1] = $7 }
    END {
      us = "fitsched"; peer = "kube-scheduler"
      r = rate[us] / rate[peer]
      c = rate[us] / ceiling["bindings)"]
      e = rate[us] / ceiling["with"]
      goal("pods/s: twice those of kube-scheduler, or what the server can do", sprintf("%.1f times", r), r >= 2 || c >= 0.95)
      printf "%15s %-62s %10s\n", "", "  of plain bindings", sprintf("%.0f %%", 100 * c)
      printf "%15s %-62s %10s\n", "", "  of plain bindings with an event each", sprintf("%.0f %%", 100 * e)
      goal("CPU time per pod: at most 1/5 of kube-scheduler", sprintf("1/%.1f", cpu[peer] / cpu[us]), cpu[us] * 5 <= cpu[peer])
      goal("peak memory: at most 1/4 of kube-scheduler", sprintf("1/%.1f", peak[peer] / peak[us]), peak[us] * 4 <= peak[peer])
      goal("CPU time when idle: at most 1 ms/s", sprintf("%.1f ms/s", rest[us]), rest[us] <= 1)
      if (nodes == 5000 && pods == 10000) {
        goal("memory when idle: at most 40 MiB", sprintf("%.1f MiB", idle[us]), idle[us] <= 40)
        goal("first binding: less than 1 s after the start", sprintf("%.2f s", start[us]), start[us] < 1)
      }
      exit missed > 0
    }' "$work/figures"
}

status=0
row nodes pods scheduler pods/s "CPU ms/pod" "peak MiB" "idle MiB" "idle ms/s" "start s"
for size in "${sizes[@]}"; do
  read -r nodes pods <<<"$size"
  rm -f "$work/figures"
  plain "$nodes" "$pods" "(plain bindings)"
  plain "$nodes" "$pods" "(plain with events)" --events
  measure "$nodes" "$pods" fitsched "$build/fitsched" run --release "1.$minor" --secure-port 0
  if [ -n "$peer" ]; then
    measure "$nodes" "$pods" kube-scheduler "$peer" "${ports[@]}"
    judge "$nodes" "$pods" || status=1
  fi
done
exit "$status"
