#!/usr/bin/env bash
# Every verb writes its answer as a page, with the document of -o json in it.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/../cli/common.sh"

# answer FILE: the first document in a page
answer ()
{
  sed -n '/id="answers">/,/<\/script>/p' "$1" \
    | sed 's/.*id="answers">\[//; s/\]<\/script>.*//; s/\\u003c/</g' | sed '/^$/d'
}

# holds ARGUMENT...: the page has what -o json --detail columns prints
holds ()
{
  fitsched "$@" --html page.html >table 2>/dev/null
  fitsched "$@" >alone 2>/dev/null
  cmp -s table alone
  ok $? "the page comes beside the result: $*"
  fitsched "$@" -o json --detail columns >document.json 2>/dev/null
  is "$(answer page.html)" "$(cat document.json)" "the page holds the document: $*"
  is "$(fitsched "$@" -o html 2>/dev/null | cmp - page.html)" "" "-o html prints the page: $*"
}

# shellcheck disable=SC2086
{
  holds simulate $demo
  holds simulate $demo --until-full
  holds simulate $demo --nodes-needed node.yaml
  holds simulate $demo --compress
  holds simulate $demo --bound --fragments
  holds simulate --provider DefaultProvider -f crowded.yaml --moves 4
  holds simulate --provider DefaultProvider -f what-if.yml -f what-if-web.yml --rollout deploy/web
  holds simulate --release 1.30 -f cluster.json --pods pods.yaml --until-full
  holds simulate --policy policy.json -f cluster.json --trace day.jsonl
  holds explain shop/web-3 ml/simulation $demo
  holds explain --all-pending $demo
  holds simulate --policy policy.json --sweep cluster.json --sweep shapes.yaml --pods pods.yaml
  holds diff --left policy.json --right DefaultProvider -f cluster.json -f services.yaml --pods pods.yaml
}

fitsched tune --provider DefaultProvider --legacy-labels -f shapes.yaml --trials 40 -o json >document.json 2>/dev/null
fitsched tune --provider DefaultProvider --legacy-labels -f shapes.yaml --trials 40 --html page.html >/dev/null 2>&1
is "$(answer page.html | tr -d ' \n')" "$(tr -d ' \n' <document.json)" "tune writes a page"

fitsched validate policy.json cluster.json --html page.html >/dev/null
is "$(answer page.html | "$tools/check-json" "$FIT_TEST_SRCDIR/docs/schema/validation.schema.json")" "" "validate writes a page"
fitsched migrate policy.json --from-release 1.16 --to-release 1.30 --report - --write out.yaml --report-format json >report.json 2>/dev/null
fitsched migrate policy.json --from-release 1.16 --to-release 1.30 --html page.html >/dev/null 2>&1
is "$(answer page.html | tr -d ' \n')" "$(tr -d ' \n' <report.json)" "migrate writes a page"
fitsched migrate policy.json --from-release 1.16 --to-release 1.30 -o html --write new.yaml 2>/dev/null >printed.html
is "$(cmp printed.html page.html; head -n 1 new.yaml)" "$(fitsched migrate policy.json --to-release 1.30 2>/dev/null | head -n 1)" \
  "-o html prints it instead of the configuration, which --write gets"
is "$(status fitsched migrate policy.json -o html --write -)" 2 "but not both"

# Only pods that no rule can tell apart are said to be equal: labels count, too.
for app in a a b; do
  n=$((${n-0} + 1))
  echo "---
{apiVersion: v1, kind: Pod, metadata: {name: big-$n, labels: {app: $app}}, spec: {containers: [{name: c, resources: {requests: {cpu: 900}}}]}}"
done >big.yaml
is "$(fitsched simulate --policy policy.json -f cluster.json --pods big.yaml -o json --detail columns 2>/dev/null | grep -o '"pods":\["default[^]]*\]' | tail -2)" \
  '"pods":["default/big-1","default/big-2"]
"pods":["default/big-3"]' "equal pods have one decision, others their own"

# What gates hold back is not asked about, and absurd amounts are no problem.
is "$(fitsched simulate --config profile.yaml -f gated.yaml -o json --detail columns 2>/dev/null | grep -c '"pods":\["default/gated"\],"outcome"')" 0 "pods with gates have no decision"
is "$(status fitsched simulate --provider DefaultProvider -f extreme-amounts.yaml --html page.html)" \
  "$(status fitsched simulate --provider DefaultProvider -f extreme-amounts.yaml)" "absurd amounts make a page"

# Copies and pods that move are explained as they were placed, and so is the copy that does not fit.
explained () { fitsched "$@" -o json --detail columns 2>/dev/null | grep -o '{"pods":\["[^]]*\],"outcome":"[a-z]*","node":[0-9a-z]*' | sed 's/{"pods":\["//; s/"\],"outcome":"/ /; s/","node":/ /'; }
is "$(explained simulate --policy policy.json -f cluster.json --pods template.yaml --until-full | grep web)" "$(printf 'shop/web-%s\n' '1 placed 4' '2 placed 4' '3 placed 1' '4 placed 4' '5 placed 2' '6 placed 2' \
  '7 placed 0' '8 placed 2' '9 unschedulable null')" "each copy has a decision"
is "$(explained simulate --provider DefaultProvider -f crowded.yaml --moves 4)" "$(printf 'data/%s\n' 'training placed 0' 'report placed 2' \
  'spark-exec-1 placed 1')" "pods that move have the last one"

# A pod that was deleted and came again is two pods, and those that stay are not mentioned.
cat day.jsonl - >again.jsonl <<'END'
{"time": "2019-11-20T09:20:00Z", "verb": "delete", "object": {"kind": "Pod", "metadata": {"name": "web-3", "namespace": "shop"}}}
{"time": "2019-11-20T09:21:00Z", "verb": "add", "object": {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web-3", "namespace": "shop"}, "spec": {"containers": [{"name": "c"}]}}}
END
is "$(fitsched simulate --policy policy.json -f cluster.json --trace again.jsonl -o json --detail columns 2>/dev/null | grep -o '"use":{[^}]*}')" \
  '"use":{"pods":["shop/web-3","ml/nightly","shop/postgres-0","shop/web-3"],"gone":[7,-1,5,-1],"items":[0,0,1,1,1,1,3,3],"pod":[0,2,1,3],"node":[4,1,1,4],"from":[1,0,5,7],"to":[7,5,-1,-1],"cpu":[1000,2000,3000,0],"memory":[1073741824,8589934592,4294967296,0]}' \
  "a trace: which pods were on which nodes from one decision to another"

# Both sides stand beside the nodes of the start, whatever became of these.
fitsched diff --left DefaultProvider --right ClusterAutoscalerProvider -f removed-node.yaml --trace removed-node.jsonl -o json --detail columns >sides.json 2>/dev/null
members () { grep -o "\"$1\":\[[^]]*\]" sides.json | head -1 | tr -cd , | wc -c; }
is "$(members left) $(members right)" "$(members names) $(members names)" "each node has what both sides request"

# Maps below every table.
# shellcheck disable=SC2086
{
  is "$(fitsched explain --all-pending $demo --chart | tail -1 | cut -c 1-25)" "A character for each node" "explain --all-pending draws a map"
  is "$(fitsched simulate --policy policy.json -f cluster.json --trace day.jsonl --chart | tail -1 | cut -c 1-25)" "A character for each node" "so does a trace"
  is "$(fitsched simulate $demo --chart -o json | cmp - <(fitsched simulate $demo -o json))" "" "a document stays as it is"
}

# Saved answers make the same page.
# shellcheck disable=SC2086
{
  fitsched simulate $demo -o json --detail columns >answer.json
  fitsched simulate $demo --html page.html >/dev/null
}
is "$(fitsched report answer.json | cmp - page.html)" "" "a saved answer makes the page that the verb writes"
is "$(fitsched report - <answer.json | cmp - page.html)" "" "so does one from standard input"
fitsched report answer.json answer.json --html two.html
is "$(grep -c '"kind":"Simulation"' two.html)" 2 "a page may hold several answers"

is "$(status fitsched report pods.yaml)" 3 "a file that is not JSON is no answer"
is "$(status fitsched report cluster.json)" 3 "nor is another document"
is "$(fitsched report cluster.json --html none.html 2>&1 | head -1)" \
  'fitsched: cluster.json: no answer of fitsched: found apiVersion "v1", expected apiVersion "fitsched/v1" and a kind' "the error says what is expected"
[ ! -e none.html ]
ok $? "and nothing is written"
# shellcheck disable=SC2086
is "$(status fitsched simulate $demo --html -)" 2 "standard output holds one result"
finish
