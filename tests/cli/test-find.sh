#!/usr/bin/env bash
# 'diff --find': the pairs of rules that are known to differ are told apart on a
# small cluster, each of which plain diff confirms; equal ones are not.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

# policy PREDICATES PRIORITIES [MORE]: a Policy
policy ()
{
  printf '%s\n' 'apiVersion: v1' 'kind: Policy' "predicates: [$1]" "priorities: [$2]" ${3+"$3"}
}

# profile VERSION SCORE [CONFIG]: a profile that scores by SCORE alone
profile ()
{
  local filters="[{name: NodeResourcesFit}, {name: VolumeBinding}]"
  printf '%s\n' "apiVersion: kubescheduler.config.k8s.io/$1" 'kind: KubeSchedulerConfiguration' 'profiles:' '- plugins:' \
    "    preFilter: {disabled: [{name: '*'}], enabled: $filters}" \
    "    filter: {disabled: [{name: '*'}], enabled: $filters}" \
    "    preScore: {disabled: [{name: '*'}]${3+, enabled: [{name: $2\}]}}" \
    "    score: {disabled: [{name: '*'}], enabled: [{name: $2, weight: 1}]}" \
    ${4+"  pluginConfig: [{name: $2, args: $4}]"}
}

fits='{name: PodFitsResources}'
policy "$fits" '{name: LeastRequestedPriority, weight: 1}' >least-requested.yaml
policy "$fits" '{name: LeastRequestedPriority, weight: 1}' >copy.yaml
profile v1beta1 NodeResourcesLeastAllocated >least-allocated.yaml
profile v1beta2 SelectorSpread prepared >selector-spread.yaml
profile v1beta2 PodTopologySpread prepared '{defaultingType: System}' >system-spread.yaml
policy "$fits" '{name: LeastRequestedPriority, weight: 1}, {name: New, weight: 2, argument: {labelPreference: {label: example.com/new, presence: true}}}, {name: Steady, weight: 1, argument: {labelPreference: {label: example.com/spot, presence: false}}}' >preference.yaml
fitsched migrate preference.yaml --to-release 1.30 >migrated.yaml 2>/dev/null
for weight in 1 10; do
  policy "$fits, {name: MatchInterPodAffinity}" '{name: InterPodAffinityPriority, weight: 1}' \
    "hardPodAffinitySymmetricWeight: $weight" >hard-$weight.yaml
done

n_pairs=0
# differ NAME KIND SIDES...: a difference of this cause and rule is found, in at
# most 3 nodes and 3 pods; diff finds it in the cluster that is written
differ ()
{
  local name=$1 kind=$2 nodes pods
  shift 2
  its_turn $((n_pairs += 1)) 3 || return 0
  fitsched diff --find "$@" --write-cluster found.yaml -o json >found.json 2>err.txt
  is "$?" 1 "$name: a difference is found"
  nodes=$(grep -c '^kind: Node$' found.yaml)
  pods=$(grep -c '^kind: Pod$' found.yaml)
  ok "$([ "$nodes" -le 3 ] && [ "$pods" -le 3 ]; echo $?)" "$name: $nodes nodes and $pods pods"
  ok "$(tr -d '\n' <found.json | grep -qE "\"cause\": \"${kind% *}\", *\"rule\": \"${kind#* }\""; echo $?)" "$name: $kind"
  fitsched diff "$@" -f found.yaml >out.txt 2>&1
  is "$?" 1 "$name: diff confirms it"
}

differ 'LeastRequestedPriority and LeastAllocated' 'tie NodeResourcesLeastAllocated' \
  --left least-requested.yaml --right least-allocated.yaml --right-release 1.20
differ 'SelectorSpread and PodTopologySpread' 'scores PodTopologySpread' \
  --left selector-spread.yaml --left-release 1.22 --right system-spread.yaml --right-release 1.22
differ 'labelPreference and its migration' 'scores NodeAffinity' \
  --left preference.yaml --right migrated.yaml --right-release 1.30
differ 'the defaults of 1.22 and 1.23' 'scores TaintToleration' --left-release 1.22 --right-release 1.23
differ 'the symmetric weights 1 and 10' 'scores InterPodAffinity' --left hard-1.yaml --right hard-10.yaml

# every kind that was found, not only the smallest
fitsched diff --find --left preference.yaml --right migrated.yaml --right-release 1.30 --seed 3 -o json >found.json 2>/dev/null
n=0
while IFS= read -r text; do
  printf '%b' "$text" | sed 's/\\"/"/g' >one.yaml
  fitsched diff --left preference.yaml --right migrated.yaml --right-release 1.30 -f one.yaml >out.txt 2>&1
  is "$?" 1 "kind $((n += 1)): diff confirms it"
done < <(sed -n 's/^ *"manifests": "\(.*\)"$/\1/p' found.json)
ok "$([ $n -ge 3 ]; echo $?)" "there are several kinds"

fitsched diff --find --left least-requested.yaml --right copy.yaml --budget 500 >out.txt 2>err.txt
is "$?" 0 "nothing is found between a Policy and its copy"
grep -q '^no difference found: 500 clusters with [0-9]* pending pods were tried, seed 0$' out.txt
ok $? "it says what was tried"
ok "$(! grep -qi identical out.txt; echo $?)" "it does not say that they are identical"

for seed in 1 1 2; do
  fitsched diff --find --left-release 1.22 --right-release 1.23 --budget 300 --seed $seed >seed-$seed.txt 2>/dev/null
  [ ! -f again.txt ] || cmp -s again.txt seed-1.txt || echo "seed 1 gave something else" >>differ.txt
  cp seed-1.txt again.txt
done
ok "$([ ! -f differ.txt ]; echo $?)" "the same seed finds the same"
ok "$(! cmp -s seed-1.txt seed-2.txt; echo $?)" "another seed looks elsewhere"

fitsched diff --find --left least-requested.yaml --right copy.yaml --budget 1s >out.txt 2>/dev/null
ok "$(grep -q '^no difference found: ' out.txt; echo $?)" "a budget may be a time"

finish
