#!/usr/bin/env bash
# The same question gets the same answer, byte for byte: in any order of kinds,
# in any locale and time zone.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

# big N: a cluster of N nodes in three zones with pods, and pending pods that
# want to be spread and kept together
big ()
{
  awk -v n="$1" 'BEGIN {
    for (i = 0; i < n; i++)
      printf "---\napiVersion: v1\nkind: Node\nmetadata: {name: node-%d, labels: {kubernetes.io/hostname: node-%d, failure-domain.beta.kubernetes.io/zone: z%d, rack: r%d}}\nstatus: {allocatable: {cpu: \"%d\", memory: %dGi, pods: \"20\"}}\n", i, i, i % 3, i % 17, 2 + i % 5, 4 + i % 7
    for (i = 0; i < n; i++)
      printf "---\napiVersion: v1\nkind: Pod\nmetadata: {name: old-%d, labels: {app: a%d}}\nspec: {nodeName: node-%d, containers: [{name: c, resources: {requests: {cpu: %dm, memory: %dMi}}}]}\n", i, i % 4, i * 7 % n, 100 * (i % 9), 64 * (i % 13)
    print "---\napiVersion: v1\nkind: Service\nmetadata: {name: a1}\nspec: {selector: {app: a1}}"
    for (i = 0; i < 60; i++)
      printf "---\napiVersion: v1\nkind: Pod\nmetadata: {name: new-%d, labels: {app: a%d}}\nspec: {affinity: {podAffinity: {preferredDuringSchedulingIgnoredDuringExecution: [{weight: 7, podAffinityTerm: {topologyKey: rack, labelSelector: {matchLabels: {app: a%d}}}}]}}, containers: [{name: c, resources: {requests: {cpu: %dm}}}]}\n", i, i % 4, (i + 1) % 4, 100 + 100 * (i % 3)
  }'
}

big 700 >big.yaml
rules="--provider DefaultProvider -f big.yaml"

fitsched simulate $rules --tie-break random --seed 3 -o name >one
fitsched simulate $rules --tie-break random --seed 3 -o name >many
cmp -s one many
ok $? "random ties with a seed"
fitsched simulate $rules --tie-break random --seed 3 --threads 8 -o name >many 2>said
cmp -s one many
ok $? "--threads changes nothing"
is "$(grep -c 'warning: option --threads has no effect' said)" 1 "and says so"
fitsched simulate $rules --tie-break random --seed 4 -o name >other
! cmp -s one other
ok $? "another seed, other ties"


# -- order of kinds

# by_kind KIND...: the documents of big.yaml, one kind after the other
by_kind ()
{
  local kind
  for kind in "$@"; do
    awk -v kind="$kind" 'BEGIN { RS = "---\n" } $0 ~ "\nkind: " kind "\n" { print "---"; printf "%s", $0 }' big.yaml
  done
}
fitsched simulate $rules -o json >one
by_kind Service Pod Node >turned.yaml
fitsched simulate --provider DefaultProvider -f turned.yaml -o json >many
cmp -s one many
ok $? "pods before nodes"
awk 'BEGIN { RS = "---\n" }
  /\nkind: Node\n/ { node[++nodes] = $0; next }
  NF { other[++others] = $0 }
  END {
    for (i = 1; i <= nodes || i <= others; i++)
      printf "%s%s", (i in other) ? "---\n" other[i] : "", (i in node) ? "---\n" node[i] : ""
  }' big.yaml >mixed.yaml
fitsched simulate --provider DefaultProvider -f mixed.yaml -o json >many
cmp -s one many
ok $? "nodes and others in turn"
by_kind Node >nodes.yaml
by_kind Pod Service | fitsched simulate --provider DefaultProvider -f nodes.yaml -f - -o json >many
cmp -s one many
ok $? "several files, one of them standard input"

# -- surroundings

locale=$(locale -a 2>/dev/null | grep -iE '^(de|fr|tr)_' | head -n 1)
LC_ALL=${locale:-C} TZ=Pacific/Auckland fitsched simulate $rules -o json >many
cmp -s one many
ok $? "locale ${locale:-C}, another time zone"

# -- explain shows what simulate shows

fitsched simulate $rules -o name >one
fitsched explain $(cut -d ' ' -f 1 one) $rules -o name >many
cmp -s one many
ok $? "explain agrees with simulate about every pod"
fitsched explain $(cut -d ' ' -f 1 one) --all $rules -o name >many
cmp -s one many
ok $? "explain --all agrees too"

# -- the same by profiles

for config in "profile-1.20.yaml --release 1.20" "profile.yaml --release 1.26" profile.yaml; do
  rules="--config $config -f big.yaml"
  fitsched simulate $rules -o name >one
  fitsched explain $(cut -d ' ' -f 1 one) --all $rules -o name >many
  [ -s one ] && cmp -s one many
  ok $? "explain --config $config agrees with simulate about every pod"
done
finish
