#!/usr/bin/env bash
# Every JSON document that a command prints follows its schema in docs/schema.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

# follows SCHEMA ARGUMENT...: the output of fitsched ARGUMENT... -o json
follows ()
{
  local schema=$FIT_TEST_SRCDIR/docs/schema/$1.schema.json
  shift
  is "$(fitsched "$@" -o json 2>/dev/null | "$tools/check-json" "$schema")" "" "fitsched $*"
}

follows simulation simulate $demo
follows simulation simulate $demo --fragments
follows simulation simulate $demo --bound
follows simulation simulate $demo --tie-break random --seed 7
follows simulation simulate --provider DefaultProvider -f services.yaml --pods pods.yaml
follows simulation simulate --provider DefaultProvider -f no-resources.yaml
life="--provider DefaultProvider -f life.yaml"
follows simulation simulate $life --pods checkout.yaml
follows replay simulate $life --trace life.jsonl --bind-latency 200
follows replay simulate $life --trace evicted.jsonl --tie-break random --seed 5
follows replay simulate --provider DefaultProvider --trace /dev/null
follows capacity simulate $life --pods template.yaml --until-full
follows capacity simulate $life --pods template.yaml --until-full --bound
follows capacity simulate $life --pods template.yaml --until-full --replicas 2
follows nodes-needed simulate $life --pods template.yaml --replicas 9 --nodes-needed node.yaml
follows nodes-needed simulate $life --nodes-needed node.yaml
follows nodes-needed simulate $life --pods template.yaml --replicas 9 --nodes-needed node.yaml --bound
follows nodes-needed simulate --provider DefaultProvider -f workload-nodes.yaml --pods zoned.yaml --nodes-needed zones.yaml
follows compression simulate --provider DefaultProvider -f sparse.yaml --compress
follows compression simulate --provider DefaultProvider -f sparse.yaml --compress --bound
follows tuning tune --provider DefaultProvider -f sparse.yaml --pods template.yaml --trials 30
follows tuning tune --release 1.34 -f cluster.json -f services.yaml --pods pods.yaml --trials 60 --objective placed,stranded,imbalance,zone-skew,moved,preempted,empty-nodes,drainable-nodes
follows moves simulate --provider DefaultProvider -f crowded.yaml --moves 4
follows sweep simulate --provider DefaultProvider --sweep crowded.yaml --sweep what-if.yml
follows compression simulate --policy gpu-policy.json -f gpu-cluster.yaml --extenders skip --compress
what_if="--provider DefaultProvider -f what-if.yml --drain worker-a1 --without-zone b --scale deploy/web=9"
follows simulation simulate $what_if
follows compression simulate $what_if --compress
follows nodes-needed simulate $what_if --nodes-needed what-if-node.yml
follows explanation explain $what_if --all-pending
follows simulation simulate --provider DefaultProvider -f what-if.yml --replace-nodes pool=old=what-if-node.yml
follows explanation explain db-0 -n shop --provider DefaultProvider -f what-if.yml --node worker-b1
follows diff diff --left DefaultProvider -f what-if.yml --drain worker-a1 --scale deploy/web=5
follows rollout simulate --provider DefaultProvider -f what-if.yml -f what-if-web.yml --rollout deploy/web
follows rollout simulate --provider DefaultProvider -f what-if.yml --drain worker-a1 -f what-if-web.yml --rollout deploy/web
follows explanation explain $life --pods checkout.yaml shop/checkout
follows explanation explain $demo shop/web-3 ml/simulation ml/train-1
follows explanation explain $demo --all ml/simulation shop/redis-0
follows explanation explain $demo --alone report --nodes 'worker-*'
follows explanation explain --provider DefaultProvider -f missing-claim.yaml needs-claim
follows explanation explain --policy no-priorities.json -f ties.yaml tied-1
follows explanation explain --provider ClusterAutoscalerProvider -f ties.yaml tied-1
follows simulation simulate --config profile.yaml -f gated.yaml
follows replay simulate --config profile.yaml --release 1.30 -f life.yaml --trace life.jsonl
follows capacity simulate --config profile.yaml -f life.yaml --pods template.yaml --until-full
follows explanation explain --config profile.yaml -f chosen-nodes.yaml daemon torn
follows explanation explain --config profile.yaml --release 1.28 -f chosen-nodes.yaml daemon torn --all
follows explanation explain --config profile-1.20.yaml --release 1.20 -f two-profiles.yaml packed apart
follows explanation explain --config profile.yaml -f cluster.json -f services.yaml --pods pods.yaml shop/web-3 ml/simulation
follows explanation explain --config profile.yaml -f gated.yaml gated
follows diff diff --left policy.json --right profile.yaml -f cluster.json -f services.yaml --pods pods.yaml
follows diff diff --find --left policy.json --right profile.yaml --budget 100
follows diff diff --find --left policy.json --right policy.json --budget 50
follows diff diff --left-release 1.34 --shards zone -f "$FIT_TEST_SRCDIR/tests/cli/data/divided.yaml"
follows diff diff --left policy.json --right policy.json -f cluster.json --pods pods.yaml --tie-break random --seed 7
follows diff diff --left predicates-only.json --right DefaultProvider -f cluster.json --pods pods.yaml --arithmetic v1.16
follows diff diff --left DefaultProvider --right ClusterAutoscalerProvider -f life.yaml --trace life.jsonl
follows diff diff --left DefaultProvider --right profile.yaml -f life.yaml --trace evicted.jsonl
gpu="-f gpu-cluster.yaml --extenders"
# Questions about capacity have no answer where an attempt fails.
follows capacity simulate --policy gpu-policy.json --pods template.yaml --until-full $gpu skip
follows nodes-needed simulate --policy gpu-policy.json --nodes-needed node.yaml $gpu skip
for how in skip fail gpu-answers.yaml; do
  follows simulation simulate --policy gpu-policy.json $gpu $how
  follows replay simulate --policy gpu-policy.json --trace life.jsonl $gpu $how
  follows explanation explain --policy gpu-policy.json train-1 ops/shell $gpu $how
  follows diff diff --left gpu-policy.json --right DefaultProvider $gpu $how
done
# with columns for nodes and pods
for schema in simulation columns; do
  follows $schema simulate $demo --detail columns
  follows $schema simulate --provider DefaultProvider -f what-if.yml --drain worker-a1 --detail columns
  follows $schema simulate --policy gpu-policy.json $gpu gpu-answers.yaml --detail columns
done
for schema in explanation columns; do
  follows $schema explain $demo --all-pending --detail columns
  follows $schema explain $demo shop/web-3 ml/train-1 shop/redis-0 --detail columns
  follows $schema explain $life --pods checkout.yaml shop/checkout --detail columns
done
for schema in diff columns; do
  follows $schema diff --left policy.json --right profile.yaml -f cluster.json -f services.yaml --pods pods.yaml --detail columns
done
for schema in replay columns; do
  follows $schema simulate $life --trace life.jsonl --bind-latency 200 --detail columns
done
for schema in capacity columns; do
  follows $schema simulate $life --pods template.yaml --until-full --detail columns
done
follows validation validate policy.json cluster.json pods.yaml services.yaml broken-policy.json
follows validation validate nothing-there.yaml bad-quantity.yaml unknown-class.yaml
follows validation validate ordinary-warnings.json policy-1.10.json --emulate-release 1.10 -f cluster.json
follows validation validate profile.yaml old-profile.yaml
follows validation validate profile.yaml --release 1.20
follows validation validate out-of-tree.yaml
follows simulation simulate --config out-of-tree.yaml -f ties.yaml
follows explanation explain tied-1 --config out-of-tree.yaml -f ties.yaml
follows diff diff --left out-of-tree.yaml --right DefaultProvider -f ties.yaml
follows warnings explain-warning
follows warnings explain-warning FP101 FP307
follows releases list releases
follows version version
for word in predicates priorities providers feature-gates; do
  follows $word list $word --emulate-release 1.8
  follows $word list $word
  follows $word list $word --feature-gates TaintNodesByCondition=false,EvenPodsSpread=true
done

# reports ARGUMENT...: the report of fitsched migrate ARGUMENT...
reports ()
{
  is "$(fitsched migrate "$@" -o json --report /dev/stdout --write /dev/null 2>/dev/null \
    | "$tools/check-json" "$FIT_TEST_SRCDIR/docs/schema/migration.schema.json")" "" "fitsched migrate $*"
}

reports policy.json
reports policy-1.10.json --from-release 1.10
reports old-profile.yaml
reports out-of-tree.yaml
reports extender-policy.json --to v1beta1
reports --provider ClusterAutoscalerProvider --exact --full
reports --provider ClusterAutoscalerProvider --verify -f cluster.json --pods pods.yaml

# The checker finds what is wrong.
good='{"apiVersion":"fitsched/v1","kind":"ProviderList","items":[{"name":"a","predicates":["b"],"priorities":[]}]}'
schema=$FIT_TEST_SRCDIR/docs/schema/providers.schema.json
is "$("$tools/check-json" "$schema" <<<"$good")" "" "a good document"
for change in 's/v1/v2/' 's/"b"/1/' 's/"name":"a",//' 's/"priorities"/"extra":1,&/' 's/\[{/[[],{/'; do
  "$tools/check-json" "$schema" <<<"$(sed "$change" <<<"$good")" >/dev/null
  is "$?" 1 "a bad document: $change"
done

# -- default profiles

for file in "$FIT_TEST_SRCDIR"/tests/config/data/defaults/*.json; do
  name=$(basename "$file" .json)
  is "$(fitsched list plugins --config-version "${name%%-*}" --release "${name#*-}" -o json)" "$(cat "$file")" \
    "default profile of $name"
done

# -- traces

fitsched simulate $life --trace life.jsonl --record recorded.jsonl >/dev/null
cat life.jsonl day.jsonl evicted.jsonl recorded.jsonl >lines
while IFS= read -r line; do
  "$tools/check-json" "$FIT_TEST_SRCDIR/docs/schema/trace.schema.json" <<<"$line"
done <lines >complaints
is "$(cat complaints)" "" "lines of traces follow their schema"
is "$(($(wc -l <lines) > 10))" 1 "and there are some"

# -- form

for format in json yaml; do
  fitsched simulate $life --trace evicted.jsonl -o $format >out.$format
  is "$(fitsched validate out.$format | grep -o 'kinds [^,]*')" "kinds fitsched/v1/Replay (1)" "a stream in $format can be read"
done

fitsched simulate $demo -o json >out.json
is "$(head -c 2 out.json | tr '\n' '|')" '{|' "JSON begins on a line of its own"
is "$(tail -c 2 out.json | tr '\n' '|')" '}|' "JSON ends with a newline"
is "$(grep -c '\\/' out.json)" 0 "slashes are not escaped"
fitsched simulate $demo -o yaml >out.yaml
is "$(fitsched validate out.yaml | grep -o 'kinds [^,]*')" "kinds fitsched/v1/Simulation (1)" "YAML can be read"
finish
