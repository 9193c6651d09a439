#!/usr/bin/env bash
# bound.sh - how far a placement in a large cluster is from the best one
#
#   bash bound.sh [NODES [GROUPS]]     5000 nodes and 200 groups of pods by default
#
# Nodes are of eight sizes, in three zones and four pools, one of them tainted; a pod
# runs on each. The groups of waiting pods ask for more than there is; small pods come
# first, because a cluster has room for more of them.
# SPDX-License-Identifier: Apache-2.0
set -euo pipefail

nodes=${1:-5000} groups=${2:-200}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The same on every machine: a generator of its own, with numbers below 2^53.
awk -v nodes="$nodes" -v groups="$groups" '
  function dice(n) { seed = (seed * 69069 + 1) % 4294967296; return int(seed / 65536) % n }
  BEGIN {
    seed = 38
    split("4 8 16 16 32 8 64 4", cpus); split("16 32 64 32 128 64 256 8", gib)
    for (i = 0; i < nodes; i++) {
      size = i % 8 + 1
      pool = substr("abcd", int(i / 8) % 4 + 1, 1)
      printf "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n%d\",\"labels\":{\"pool\":\"%s\",\"zone\":\"z%d\",\"kubernetes.io/hostname\":\"n%d\"}},", i, pool, i % 3, i
      printf "\"spec\":{%s},", pool == "d" ? "\"taints\":[{\"key\":\"pool\",\"value\":\"d\",\"effect\":\"NoSchedule\"}]" : ""
      printf "\"status\":{\"allocatable\":{\"cpu\":\"%dm\",\"memory\":\"%dMi\",\"pods\":\"110\"}}}\n", cpus[size] * 1000 - 80, gib[size] * 950
      printf "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"r%d\",\"uid\":\"r%d\"},\"spec\":{\"nodeName\":\"n%d\",\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"%dm\",\"memory\":\"%dMi\"}}}]},\"status\":{\"phase\":\"Running\"}}\n", i, i, i, dice(cpus[size] * 80) * 10, dice(gib[size] * 48) * 16
      total += cpus[size] * 600
    }
    # By size, as a share of what a core has on average, small ones first.
    for (g = 0; g < groups; g++) {
      cpu[g] = (dice(12) + 1) * 500
      mib[g] = (dice(12) + 1) * 1024
      size_of[g] = cpu[g] / 1000 > mib[g] / 3500 ? cpu[g] / 1000 : mib[g] / 3500
      for (k = g; k > 0 && size_of[order[k - 1]] > size_of[g]; k--) order[k] = order[k - 1]
      order[k] = g
    }
    for (k = 0; k < groups; k++) {
      g = order[k]
      selector = dice(2) ? "\"pool\":\"" substr("abcd", dice(4) + 1, 1) "\"" : ""
      if (dice(3) == 0) selector = selector (selector == "" ? "" : ",") "\"zone\":\"z" dice(3) "\""
      printf "{\"apiVersion\":\"apps/v1\",\"kind\":\"ReplicaSet\",\"metadata\":{\"name\":\"g%03d\"},\"spec\":{\"replicas\":%d,\"selector\":{\"matchLabels\":{\"g\":\"%d\"}},", k, total / groups / size_of[g] / 1000 + 1, g
      printf "\"template\":{\"metadata\":{\"labels\":{\"g\":\"%d\"}},\"spec\":{\"nodeSelector\":{%s},\"tolerations\":[%s],\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"%dm\",\"memory\":\"%dMi\"}}}]}}}}\n", g, selector, dice(3) ? "" : "{\"key\":\"pool\",\"operator\":\"Exists\"}", cpu[g], mib[g]
    }
  }' </dev/null >"$work/cluster.json"
# Full nodes first leaves room for large pods.
cat >"$work/policy.yaml" <<'POLICY'
apiVersion: v1
kind: Policy
predicates: [{name: GeneralPredicates}, {name: PodToleratesNodeTaints}]
priorities: [{name: MostRequestedPriority, weight: 1}]
POLICY
fitsched simulate --policy "$work/policy.yaml" -f "$work/cluster.json" --bound 2>/dev/null | grep -A1 'pending pods'
