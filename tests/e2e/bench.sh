#!/usr/bin/env bash
# bench.sh - how fast fitsched run binds on a real API server, and what it costs
#
# usage: bench.sh [--peer [KUBE-SCHEDULER]] [--nodes N --pods N]
#
# All pods wait when the scheduler starts.  Then all of them are bound, and it has
# nothing to do.  --peer measures a kube-scheduler in the same way: that of the
# control plane, or another.  docs/benchmarks.md tells what the columns mean.

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=${FIT_TEST_BUILDDIR:-$here/../../build}
bed=$build/tests/e2e/bed
idle_seconds=20
ticks=$(getconf CLK_TCK)

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

# -- one run ---------------------------------------------------------------

# prepare NODES PODS: a new cluster
prepare ()
{
  "$here/cluster.sh" down
  "$here/cluster.sh" up >"$work/up.log"
  eval "$("$here/cluster.sh" env)"
  "$bed" load --nodes "$1" --pods "$2" >"$work/load.out"
}

# configuration: the defaults of 1.20, without limits of the client
configuration ()
{
  cat <<EOF
apiVersion: kubescheduler.config.k8s.io/v1beta1
kind: KubeSchedulerConfiguration
clientConnection: {kubeconfig: $FITSCHED_KUBECONFIG, qps: 5000, burst: 5000}
leaderElection: {leaderElect: false}
EOF
}

row () { printf '%5s %6s  %-15s %8s %10s %10s %10s %9s %9s\n' "$@"; }

# measure NODES PODS NAME COMMAND...
measure ()
{
  local nodes=$1 pods=$2 name=$3 status=0 began result cpu peak idle
  shift 3
  prepare "$nodes" "$pods"
  configuration >"$work/config.yaml"
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
  sleep 10 # events
  cpu=$(cpu_ms)
  peak=$(memory_mib VmHWM)
  sleep "$idle_seconds"
  idle=$(cpu_ms)
  # shellcheck disable=SC2086 # words
  set -- $result # bound N before N first US last US
  row "$nodes" "$pods" "$name" \
    "$(awk -v n="$pods" -v a="$6" -v b="$8" 'BEGIN { printf "%.0f", (n - 1) * 1e6 / (b - a) }')" \
    "$(awk -v n="$pods" -v c="$cpu" 'BEGIN { printf "%.3f", c / n }')" \
    "$peak" "$(memory_mib VmRSS)" \
    "$(awk -v a="$cpu" -v b="$idle" -v s="$idle_seconds" 'BEGIN { printf "%.1f", (b - a) / s }')" \
    "$(awk -v a="$began" -v b="$6" 'BEGIN { printf "%.2f", (b - a) / 1e6 }')"
  kill -TERM "$scheduler"
  wait "$scheduler" || status=$?
  [ "$status" -eq 0 ] || [ "$name" = kube-scheduler ] || die "$name: SIGTERM ended it with $status"
  scheduler=
}

row nodes pods scheduler pods/s "CPU ms/pod" "peak MiB" "idle MiB" "idle ms/s" "start s"
for size in "${sizes[@]}"; do
  read -r nodes pods <<<"$size"
  prepare "$nodes" "$pods"
  row "$nodes" "$pods" "(plain requests)" "$("$bed" bind | sed 's,.*pods/s ,,')" "" "" "" "" ""
  measure "$nodes" "$pods" fitsched "$build/fitsched" run --release 1.20
  [ -z "$peer" ] || measure "$nodes" "$pods" kube-scheduler "$peer" --port 0 --secure-port 0
done
