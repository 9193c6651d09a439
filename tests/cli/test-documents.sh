#!/usr/bin/env bash
# Every JSON document that a command prints follows its schema in docs/schema.

. "$(dirname "$0")/common.sh"

# follows SCHEMA ARGUMENT...: the output of fitsched ARGUMENT... -o json
follows ()
{
  local schema=$FIT_TEST_SRCDIR/docs/schema/$1.schema.json
  shift
  is "$(fitsched "$@" -o json 2>/dev/null | "$tools/check-json" "$schema")" "" "fitsched $*"
}

follows simulation simulate $demo
follows simulation simulate $demo --tie-break random --seed 7
follows simulation simulate --provider DefaultProvider -f services.yaml --pods pods.yaml
follows simulation simulate --provider DefaultProvider -f no-resources.yaml
life="--provider DefaultProvider -f life.yaml"
follows simulation simulate $life --pods checkout.yaml
follows replay simulate $life --trace life.jsonl --bind-latency 200
follows replay simulate $life --trace evicted.jsonl --tie-break random --seed 5
follows replay simulate --provider DefaultProvider --trace /dev/null
follows capacity simulate $life --pods template.yaml --until-full
follows capacity simulate $life --pods template.yaml --until-full --replicas 2
follows nodes-needed simulate $life --pods template.yaml --replicas 9 --nodes-needed node.yaml
follows nodes-needed simulate $life --nodes-needed node.yaml
follows explanation explain $life --pods checkout.yaml shop/checkout
follows explanation explain $demo shop/web-3 ml/simulation ml/train-1
follows explanation explain $demo --all ml/simulation shop/redis-0
follows explanation explain $demo --alone report --nodes 'worker-*'
follows explanation explain --provider DefaultProvider -f missing-claim.yaml needs-claim
follows explanation explain --policy no-priorities.json -f ties.yaml tied-1
follows explanation explain --provider ClusterAutoscalerProvider -f ties.yaml tied-1
follows validation validate policy.json cluster.json pods.yaml services.yaml broken-policy.json
follows validation validate nothing-there.yaml bad-quantity.yaml unknown-class.yaml
for word in predicates priorities providers feature-gates; do
  follows $word list $word
  follows $word list $word --feature-gates TaintNodesByCondition=false,EvenPodsSpread=true
done

# The checker finds what is wrong.
good='{"apiVersion":"fitsched/v1","kind":"ProviderList","items":[{"name":"a","predicates":["b"],"priorities":[]}]}'
schema=$FIT_TEST_SRCDIR/docs/schema/providers.schema.json
is "$("$tools/check-json" "$schema" <<<"$good")" "" "a good document"
for change in 's/v1/v2/' 's/"b"/1/' 's/"name":"a",//' 's/"priorities"/"extra":1,&/' 's/\[{/[[],{/'; do
  "$tools/check-json" "$schema" <<<"$(sed "$change" <<<"$good")" >/dev/null
  is "$?" 1 "a bad document: $change"
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
  is "$(fitsched validate out.$format)" "out.$format: ok (manifests: nothing to schedule)
  note: ignored 1 object of kinds: fitsched/v1/Replay (1)" "a stream in $format can be read"
done

fitsched simulate $demo -o json >out.json
is "$(head -c 2 out.json | tr '\n' '|')" '{|' "JSON begins on a line of its own"
is "$(tail -c 2 out.json | tr '\n' '|')" '}|' "JSON ends with a newline"
is "$(grep -c '\\/' out.json)" 0 "slashes are not escaped"
fitsched simulate $demo -o yaml >out.yaml
is "$(fitsched validate out.yaml)" "out.yaml: ok (manifests: nothing to schedule)
  note: ignored 1 object of kinds: fitsched/v1/Simulation (1)" "YAML can be read"
finish
