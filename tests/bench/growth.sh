#!/usr/bin/env bash
# growth.sh - how the work of fitsched grows with the number of things in its input
#
# usage: growth.sh [--table] [AXIS...]
#
# For each axis (a kind of thing; growth.awk has them) fitsched simulate runs
# under callgrind on inputs with n, 2n and 4n of it.  From the three numbers of
# instructions comes the exponent of the growth, without what does not grow: 1 is
# linear.  In an axis whose name ends in -pair there are n of each of two kinds, and the
# exponent is that of their product.  An axis whose name ends in -memory is run under massif instead, for the
# most bytes that were allocated at a time.  Ends with 1 if an exponent is above
# 1.1, with 2 if a run fails.  --table prints the rows of docs/benchmarks.md.
# SPDX-License-Identifier: Apache-2.0

set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=${FIT_TEST_BUILDDIR:-$here/../../build}
fitsched=${FIT_GROWTH_PROGRAM:-$build/fitsched}
limit=1.1

# axis, the smallest n, what the n things are
axes='
nodes 100 nodes
pods 500 running pods, 10 per node
pending 200 pending pods
labels 200 apps of two pods, with anti-affinity to themselves
statefulset-anti-affinity 200 the same as StatefulSets: every pod has a label of its own
services 200 Services, each with two pods
services-profile 400 Services, each with two pods, under the default spreading of profiles
replicasets 200 ReplicaSets, each with two pods
statefulsets 200 StatefulSets, each with two pods
namespaces 200 namespaces, each with two pods
bound-claims 100 pods with a bound claim
unbound-claims 50 pods with an unbound claim, and 20 volumes
provisioned-claims 800 pods of a StatefulSet with a claim template, whose volumes are provisioned
volumes 50 volumes, and 20 pods with an unbound claim
local-volumes 50 volumes local to one of 20 nodes, and 20 pods with an unbound claim
claims-of-a-pod 50 bound claims of one pod
unbound-claims-of-a-pod 50 unbound claims of one pod, and 20 volumes
volumes-of-a-pod 50 volumes, and 20 unbound claims of one pod
disks-of-a-pod 25 disks of each of four pods
budgets 100 PodDisruptionBudgets while a pod preempts
taints 50 taints of each node, and 21 tolerations of each pod
tolerations 50 tolerations of each pod, and 20 taints of each node
images 100 images of each node
topology-keys 50 topology keys, each of a pending pod
preferred-terms 200 pending pods, each with a preferred affinity term of its own
constraints-of-a-pod 200 spread constraints of one pod
plugin-arguments 200 entries of pluginConfig
zones 800 zones, each with a node
spread-constraints 200 pending pods, each with a spread constraint of its own
affinity-terms 50 required anti-affinity terms of each of four pods
scalar-resources 50 extended resources of each node and pod
host-ports 50 host ports of each of four pods
preemption 20 pods on each of 10 nodes where a pod preempts
preemption-anti-affinity 20 the same, all with required anti-affinity
preemption-spread 40 the same, without anti-affinity, where the pod that preempts has a spread constraint that counts them
preemption-nodes 50 nodes with 10 pods each where a pod preempts
preemptors-pair 10 pods that preempt on 200 nodes, each beside the pods that those before it nominated
priority-classes 200 PriorityClasses, each of a pending pod
trace-events 200 pods of a trace
trace-nodes-memory 400 nodes of a trace, each followed by a pod that fits nowhere and goes; million bytes
profiles 160 profiles, each with a pending pod
nodes-needed 200 pending pods that fit on no node, however many are added
soft-constraints 400 pending pods, each with a soft spread constraint of its own
field-terms 400 terms with matchFields of each of four pods
claims-of-a-pod-profile 200 bound claims of one pod, under the defaults of profiles
claims-provisioned 200 pods with a claim whose volume is provisioned, under the defaults of profiles
nominated 400 pending pods, each nominated to one of 20 nodes
priorities 50 priorities with labelPreference in a Policy
affinity-labels 400 labels in an argument serviceAffinity, and on each of 4 nodes
scored-resources 200 resources in scoringStrategy, and of each of 4 nodes and pods
extenders 400 extenders in a Policy, which are left out
extended-nodes 100 nodes in the answers of an extender
validated-arguments 50 entries of pluginConfig, for fitsched validate
expressions-explained 100 match expressions of a pod, and labels of each of 4 nodes, for fitsched explain
taints-explained 200 taints of each node, for fitsched explain
all-pending 400 pending pods that do not fit, for fitsched explain --all-pending
compressed-nodes 100 full nodes with 10 pods each, for --compress
output-wide 400 pending pods, with -o wide
output-json 400 pending pods, with -o json
output-yaml 200 pending pods, with -o yaml
trace-bindings 400 pods of a trace, all being bound at the end
trace-nodes 400 nodes that a trace adds, and 20 pods
trace-nodes-columns 400 nodes that a trace adds beside as many running pods, with which pods each had at each moment
trace-node-updates 400 updates of one node in a trace, each after a pod
trace-volumes 200 volumes, claims and pods of a trace, one after the other
soft-constraints-pair 200 soft spread constraints of each of four pods, and as many labels of each of 4 nodes
claims-volumes-pair 50 volumes, and as many pods with an unbound claim
victims-constraints-pair 40 pods on each of 10 nodes, and as many spread constraints of the pod that preempts
services-replicas-pair 100 Services, which all select each of as many pods
taints-tolerations-pair 100 taints of each of 4 nodes, and as many tolerations of each of four pods
default-constraints-pair 100 default spread constraints, and as many labels of each of 4 nodes
daemon-pods-pair 100 nodes, and a pod with matchFields for each
'

die ()
{
  echo "growth: $*" >&2
  exit 2
}

table=
wanted=()
for argument in "$@"; do
  case $argument in
    --table) table=1 ;;
    -*) die "$argument: no such option" ;;
    *) wanted+=("$argument") ;;
  esac
done
for axis in ${wanted[@]+"${wanted[@]}"}; do
  grep -q "^$axis " <<<"$axes" || die "$axis: no such axis"
done
command -v valgrind >/dev/null || die "valgrind is not installed"
[ -x "$fitsched" ] || die "$fitsched: no program"

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# One extender for all axes: it ends with this script.  The first number that it says
# is its port.
mkfifo "$dir/hold"
"$build/tests/support-extender/extender-server" <"$dir/hold" >"$dir/ports" &
exec {hold}>"$dir/hold"
until [ -s "$dir/ports" ]; do sleep 0.1; done
read -r port _ <"$dir/ports"
extender=http://127.0.0.1:$port/ext

# count AXIS N: prints the number of instructions, or bytes
count ()
{
  local axis=$1 n=$2 rules=(--provider DefaultProvider) input=(-f "$dir/cluster") tool=callgrind status=0 command=()
  [[ $axis != *-memory ]] || tool=massif
  rm -f "$dir"/{cluster,pods,trace,config,policy,more}
  awk -v axis="$axis" -v n="$n" -v cluster="$dir/cluster" -v pods="$dir/pods" \
    -v trace="$dir/trace" -v config="$dir/config" -v policy="$dir/policy" -v more="$dir/more" \
    -v extender="$extender" -f "$here/growth.awk" >"$dir/command" || exit 2
  read -ra command <"$dir/command" || command=(simulate -o name)
  [ ! -e "$dir/config" ] || rules=(--config "$dir/config")
  [ ! -e "$dir/policy" ] || rules=(--policy "$dir/policy")
  [ ! -s "$dir/pods" ] || input+=(--pods "$dir/pods")
  [ ! -e "$dir/trace" ] || input+=(--trace "$dir/trace")
  [ ! -e "$dir/more" ] || input+=(--nodes-needed "$dir/more")
  # What validate reads is rules alone.
  [ "${command[0]}" != validate ] || { rules=("${rules[1]}") input=(); }
  valgrind --tool=$tool --$tool-out-file="$dir/profile" \
    "$fitsched" "${command[@]}" "${rules[@]}" "${input[@]}" >"$dir/out" 2>"$dir/err" || status=$?
  if [ $status -gt 1 ]; then
    tail -5 "$dir/err" >&2
    die "$axis with $n: exit status $status"
  fi
  awk -F '[:=] *' '/^(summary|totals|mem_heap_B)[:=]/ && $2 > most { most = $2 } END { print most }' "$dir/profile"
}

if [ -n "$table" ]; then
  echo "| n | of what | million instructions for n, 2n, 4n | exponent |"
  echo "| ---: | --- | --- | ---: |"
else
  printf '%-26s %5s %10s %10s %10s  %s\n' axis n "M for n" 2n 4n exponent
fi
failed=0
while read -r axis n what; do
  [ -n "$axis" ] || continue
  [ ${#wanted[@]} -eq 0 ] || [[ " ${wanted[*]} " == *" $axis "* ]] || continue
  counts=()
  for size in "$n" $((2 * n)) $((4 * n)); do
    counts+=("$(count "$axis" "$size")")
  done
  awk -v axis="$axis" -v n="$n" -v what="$what" -v a="${counts[0]}" -v b="${counts[1]}" -v c="${counts[2]}" \
    -v limit=$limit -v table=$table 'BEGIN {
      exponent = c > b && b > a ? log((c - b) / (b - a)) / log(axis ~ /-pair$/ ? 4 : 2) : 0
      bad = exponent > limit
      if (table)
        printf "| %d | %s | %.1f, %.1f, %.1f | %.2f |\n", n, what, a / 1e6, b / 1e6, c / 1e6, exponent
      else
        printf "%-26s %5d %10.1f %10.1f %10.1f  %.2f%s\n", axis, n, a / 1e6, b / 1e6, c / 1e6, exponent, bad ? "  more than linear" : ""
      exit bad
    }' || failed=1
done <<<"$axes"
exit $failed
