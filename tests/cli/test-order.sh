#!/usr/bin/env bash
# What migrate says beside a priority: that its plugin ranks nodes alike, or two nodes
# that it does not.  Both sets of rules score these nodes, for every target.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

# sign OPTION...: how n1 stands to n2: -1, 0 or 1
sign ()
{
  fitsched explain "$@" -f cluster.yaml default/new 2>/dev/null | awk '/^Scores of the nodes/ { on = 1 }
    on && ($1 == "n1" || $2 == "n1") { a = $1 == ">" ? $3 : $2 }
    on && ($1 == "n2" || $2 == "n2") { b = $1 == ">" ? $3 : $2 }
    END { print (a == "" || b == "" ? "none" : a + 0 > b + 0 ? 1 : a + 0 < b + 0 ? -1 : 0) }'
}

# unlike NAME [ARGUMENT]: another order of two nodes, as migrate says, from each of some
# releases to each of some
unlike ()
{
  printf '{"kind": "Policy", "apiVersion": "v1", "predicates": [{"name": "PodFitsResources"}], "priorities": [{"name": "%s", "weight": 1%s}]}\n' \
    "$1" "${2+, \"argument\": $2}" >one.json
  local from release bad="" n=0 given=(--feature-gates "$gates")
  for from in $sources; do
    for release in $targets; do
      rm -f new.yaml
      fitsched migrate one.json --from-release "$from" "${given[@]}" --to-release "$release" --write new.yaml --report report.json --report-format json --accept-loss >/dev/null 2>&1
      [ -s new.yaml ] || continue
      printf '%b' "$(sed -n 's/^ *"manifests": "\(.*\)"$/\1/p' report.json)" | sed 's/\\"/"/g' >cluster.yaml
      [ -s cluster.yaml ] || bad+=" $from/$release:silent"
      n=$((n + 1))
      [[ "$(sign --policy one.json --emulate-release "$from" "${given[@]}") $(sign --config new.yaml --release "$release")" =~ ^0\ -?1$ ]] || bad+=" $from/$release"
    done
  done
  is "$bad" "" "$1: two nodes that were equal are not"
  ok "$([ $n -ge 5 ]; echo $?)" "$1: it is said for $n pairs of releases"
}

sources="1.8 1.12 1.16"
targets="1.18 1.19 1.20 1.22 1.24 1.27 1.30 1.34 $newest"
gates=""
unlike LeastRequestedPriority
unlike MostRequestedPriority
sources="1.12 1.16" unlike RequestedToCapacityRatioPriority '{"requestedToCapacityRatioArguments": {"shape": [{"utilization": 0, "score": 0}, {"utilization": 100, "score": 10}]}}'
printf '%s\n' '{"kind": "Policy", "apiVersion": "v1", "priorities": [{"name": "r", "weight": 1, "argument": {"requestedToCapacityRatioArguments": {"shape": [{"utilization": 50, "score": 0}, {"utilization": 51, "score": 10}]}}}]}' >one.json
is "$(fitsched migrate one.json --from-release 1.16 --to-release 1.19 --report - --report-format json --accept-loss 2>/dev/null | grep -c '"manifests"')" 0 \
  "of another shape nothing is said"
unlike BalancedResourceAllocation
unlike SelectorSpreadPriority
unlike InterPodAffinityPriority
unlike NodeAffinityPriority
unlike TaintTolerationPriority
unlike ImageLocalityPriority
unlike Racks '{"serviceAntiAffinity": {"label": "example.com/rack"}}'
unlike Hosts '{"serviceAntiAffinity": {"label": "kubernetes.io/hostname"}}'
sources=1.16 gates=EvenPodsSpread=true unlike EvenPodsSpreadPriority
targets="1.23 1.24 1.27 1.30 1.34 $newest" unlike Mine '{"labelPreference": {"label": "mine", "presence": true}}'
targets="1.23 1.24 1.27 1.30 1.34 $newest" unlike Mine '{"labelPreference": {"label": "kubernetes.io/hostname", "presence": false}}'

# alike NAME RELEASE [ARGUMENT]: it is said that nodes are ranked alike
alike ()
{
  printf '{"kind": "Policy", "apiVersion": "v1", "priorities": [{"name": "%s", "weight": 1%s}]}\n' "$1" "${3+, \"argument\": $3}" >one.json
  fitsched migrate one.json --from-release 1.16 --to-release "$2" 2>&1 >/dev/null | grep -q 'ranks all nodes alike'
  ok $? "$1: ranks all nodes alike in $2"
}

alike NodePreferAvoidPodsPriority 1.20
alike Mine 1.20 '{"labelPreference": {"label": "mine", "presence": true}}'
printf '{"kind": "Policy", "apiVersion": "v1", "priorities": [{"name": "ResourceLimitsPriority", "weight": 1}]}\n' >one.json
fitsched migrate one.json --from-release 1.16 --feature-gates ResourceLimitsPriorityFunction=true --to-release 1.30 >out.txt 2>&1
is "$(grep -c '^  ResourceLimits' out.txt; grep -c 'alike' out.txt)" $'1\n0' "nothing is said of what is lost"
printf '{"kind": "Policy", "apiVersion": "v1", "priorities": [{"name": "Odd", "weight": 1, "argument": {"serviceAntiAffinity": {"label": "no \\"label"}}}]}\n' >one.json
fitsched migrate one.json --from-release 1.16 --to-release 1.18 --accept-loss >out.txt 2>&1
ok "$(! grep -q 'alike' out.txt; echo $?)" "nor of a label that no node can have"
is "$(fitsched migrate --provider DefaultProvider --to-release 1.30 2>&1 >/dev/null | grep -c 'not rank all nodes alike')" 7 "it is said of the priorities of a provider"
printf '{"kind": "Policy", "apiVersion": "v1", "priorities": [{"name": "LeastRequestedPriority", "weight": 1}]}\n' >one.json
fitsched migrate one.json --from-release 1.20 --to-release 1.22 >out.txt 2>&1
ok "$(! grep -q 'alike' out.txt; echo $?)" "nothing is said where both score as plugins do"

finish
