#!/usr/bin/env bash
# Extenders of a Policy have their say in simulate and explain.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

is "$(sed -n '/^apiVersion: fitsched/,/^```/p' "$FIT_TEST_SRCDIR/docs/extenders.md" | sed '$d')" "$(cat gpu-answers.yaml)" \
  "docs/extenders.md shows the file that its example runs with"

server=$FIT_TEST_BUILDDIR/tests/support-extender/extender-server
coproc SERVER { "$server"; }
read -r port control <&"${SERVER[0]}"

# set NAME VALUE: tells the server how to answer
set_answer ()
{
  exec 9<>"/dev/tcp/127.0.0.1/$control"
  printf 'PUT /%s HTTP/1.0\r\nContent-Length: %s\r\n\r\n%s' "$1" "${#2}" "$2" >&9
  cat <&9 >/dev/null
  exec 9>&-
}

# requests: paths since the last time
requests ()
{
  exec 9<>"/dev/tcp/127.0.0.1/$control"
  printf '%s /log HTTP/1.0\r\n\r\n' GET >&9
  tr ',{' '\n\n' <&9 | sed -n 's/.*"path": *"\([^"]*\)".*/\1/p' | sed 's/\\//g'
  exec 9>&-
  exec 9<>"/dev/tcp/127.0.0.1/$control"
  printf '%s /log HTTP/1.0\r\n\r\n' DELETE >&9
  cat <&9 >/dev/null
  exec 9>&-
}

# policy URL [MEMBERS]: a Policy with one extender
policy ()
{
  cat <<EOF
{"apiVersion": "v1", "kind": "Policy",
 "predicates": [{"name": "PodFitsResources"}], "priorities": [{"name": "LeastRequestedPriority", "weight": 1}],
 "extenders": [{"urlPrefix": "$1", "filterVerb": "filter", "prioritizeVerb": "prioritize", "weight": 3${2-}}]}
EOF
}

url=http://127.0.0.1:$port/ext
policy "$url" >ext.json
policy "$url" ', "bindVerb": "bind"' >binds.json
policy "$url" ', "preemptVerb": "preempt"' >preempts.json
policy "http://127.0.0.1:1/gone" >gone.json
policy "http://127.0.0.1:1/gone" ', "ignorable": true' >ignorable.json

set_answer reject twin-1
set_answer favourite twin-3
is "$(fitsched simulate --policy ext.json -f ties.yaml -o name 2>&1)" "default/tied-1 twin-3
default/tied-2 twin-3" "it rejects and favours"
is "$(requests | sort -u)" "/ext/filter
/ext/prioritize" "it is asked"
is "$(fitsched explain tied-1 --policy ext.json -f ties.yaml | grep -E 'extender|http')" \
  "twin-3 leads twin-2 by 30 points; $url contributed most: 30 against 0.
  B  $url       3      30          0
  twin-1  extender $url  ext says no" "explain shows what it said"
fitsched explain tied-1 --policy ext.json -f ties.yaml -o json >out.json
is "$("$tools/check-json" "$FIT_TEST_SRCDIR/docs/schema/explanation.schema.json" <out.json)" "" "as data, too"
is "$(grep -c '"by": "extender"' out.json)" 3 "a rejection and two scores"

# -- binding is not left to it

requests >/dev/null
is "$(fitsched simulate --policy binds.json -f ties.yaml -o name 2>&1)" \
  "note: the extender $url is not called to bind pods: nothing is bound in a simulation
default/tied-1 twin-3
default/tied-2 twin-3" "one that binds"
is "$(requests | grep bind)" "" "is not asked to"

# -- preemption

set_answer reject ""
is "$(fitsched explain shop/checkout --policy preempts.json -f life.yaml --pods checkout.yaml | sed -n '3s/,.*//p')" \
  "It would preempt on node-2" "without an objection"
set_answer spare node-2
is "$(fitsched explain shop/checkout --policy preempts.json -f life.yaml --pods checkout.yaml | sed -n '3s/,.*//p')" \
  "It would preempt on node-1" "it may spare the pods of a node"
is "$(fitsched simulate --policy preempts.json -f life.yaml --pods checkout.yaml -o name)" "shop/checkout node-1" \
  "simulate does as explain says"

# -- capacity

set_answer reject node-1
is "$(fitsched simulate --policy ext.json -f life.yaml --pods template.yaml --until-full -o name)" "shop/web 1
shop/cache 0" "no copies where it does not want them"

# -- recordings: what was recorded is answered without the extender

# same WHAT COMMAND: with --record-extenders and then, from the recording and
# with an extender that answers otherwise, the same output
same ()
{
  local asked recorded
  asked=$(eval "$2 --record-extenders answers.yaml" 2>&1)
  set_answer reject ""
  set_answer favourite ""
  set_answer spare ""
  recorded=$(eval "$2 --extenders answers.yaml" 2>&1)
  is "$recorded" "$asked" "recorded: $1"
  set_answer reject twin-1
  set_answer favourite twin-3
  set_answer spare node-2
}

policy "$url" ', "nodeCacheCapable": true, "preemptVerb": "preempt"' >short.json
set_answer reject twin-1
set_answer favourite twin-3
set_answer spare node-2
for policy in ext.json short.json; do
  requests >/dev/null
  same "simulate, $policy" "fitsched simulate --policy $policy -f ties.yaml"
  same "explain, $policy" "fitsched explain tied-1 tied-2 --policy $policy -f ties.yaml -o wide"
  same "capacity, $policy" "fitsched simulate --policy $policy -f life.yaml --pods template.yaml --until-full -o wide"
  same "nodes needed, $policy" "fitsched simulate --policy $policy -f life.yaml --pods template.yaml --replicas 9 \
    --nodes-needed no-room.json"
  same "diff, $policy" "fitsched diff --left $policy --right ext.json -f ties.yaml -o markdown"
  same "verify, $policy" "fitsched migrate $policy --verify -f ties.yaml | tail -4"
done
same "preemption" "fitsched explain shop/checkout --policy short.json -f life.yaml --pods checkout.yaml"
same "a trace" "fitsched simulate --policy short.json -f life.yaml --pods checkout.yaml -o wide"
got=$(fitsched diff --left ext.json --right DefaultProvider -f ties.yaml --record-extenders none/answers.yaml 2>&1)
is "$? $got" '5 fitsched: cannot write "none/answers.yaml": No such file or directory' \
  "no comparison is told of whose recording cannot be written"
fitsched simulate --policy ext.json -f ties.yaml --record-extenders answers.yaml >/dev/null 2>&1
is "$(sed "s,$url,URL," answers.yaml)" 'apiVersion: fitsched/v1
kind: ExtenderAnswers
extenders:
- urlPrefix: "URL"
  filter:
  - pod: "default/tied-1"
    nodes:
    - names: ["twin-1"]
      fails: "ext says no"
    - names: ["twin-2", "twin-3"]
      passes: true
  - pod: "default/tied-2"
    nodes:
    - names: ["twin-1"]
      fails: "ext says no"
    - names: ["twin-2", "twin-3"]
      passes: true
  prioritize:
  - pod: "default/tied-1"
    nodes:
    - names: ["twin-2"]
      score: 0
    - names: ["twin-3"]
      score: 10
  - pod: "default/tied-2"
    nodes:
    - names: ["twin-2"]
      score: 0
    - names: ["twin-3"]
      score: 10' "a recording is short"

# -- it is not there

is "$(fitsched simulate --policy gone.json -f ties.yaml -o name; echo $?)" "default/tied-1 -
default/tied-2 -
4" "when it fails, no pod is placed"
is "$(fitsched simulate --policy ignorable.json -f ties.yaml -o name)" "default/tied-1 twin-1
default/tied-2 twin-2" "unless it is ignorable"
is "$(fitsched explain tied-1 --policy ignorable.json -f ties.yaml | grep -c '^An extender was ignored: ')" 2 \
  "explain says that it was ignored, of filtering and scoring"

exec {SERVER[1]}>&-
finish
