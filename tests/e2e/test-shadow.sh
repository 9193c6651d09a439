#!/usr/bin/env bash
# test-shadow.sh - fitsched run --shadow beside a kube-scheduler: agreement, differences and their rules, no writes
#
# shellcheck disable=SC2317 # functions are called by within
# SPDX-License-Identifier: Apache-2.0

. "${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}/tests/e2e/tools.sh"

peer=$programs/kube-scheduler
if [ ! -x "$peer" ]; then
  skip "no kube-scheduler; ./dev cluster up builds one" "$(sed -n '2s/^# //p' "$0")"
  finish
fi

cluster_up --nodes 12 --pods 0
is "$?" 0 "a control plane starts"

configuration "$minor" >config.yaml
# shellcheck disable=SC2046 # words
"$peer" --kubeconfig "$FITSCHED_KUBECONFIG" --leader-elect=false $(portless "$minor") 2>peer.log &
started+=("$!")
other=$!

# One that prefers full nodes, and knows less.
cat >packing.json <<'EOF'
{"kind": "Policy", "apiVersion": "v1",
 "predicates": [{"name": "PodFitsResources"}, {"name": "PodToleratesNodeTaints"},
                {"name": "CheckNodeLabelPresence",
                 "argument": {"labelsPresence": {"labels": ["retiring"], "presence": false}}}],
 "priorities": [{"name": "MostRequestedPriority", "weight": 1}]}
EOF

plain=$((27000 + RANDOM % 900))
start --config config.yaml --release "1.$minor" --shadow --report same.json --port "$plain"
same=$scheduler
scheduler_log=packing.log
start --policy packing.json --shadow --report packing-report.json --logging-format json
packing=$scheduler

watching () { grep -q 'comparing on' log && grep -q 'comparing on' packing.log; }
within 30 watching

# -- pods, one at a time ---------------------------------------------------

# tried NAME: placed, or found not to fit
tried () { [ -n "$(kubectl get pod "$1" -o 'jsonpath={.spec.nodeName}{.status.conditions[*].reason}')" ]; }
create () { kubectl create -f - >/dev/null && within 30 tried "$1"; }

# The first one tells that all of them watch.
pod first | create first
compared () { grep -q 'default/first' log && grep -q '"first"' packing.log; }
within 30 compared || { cat log packing.log peer.log >&2; ok 1 "somebody compares"; finish; }
ok 0 "what another scheduler binds is compared"

kubectl create -f - >/dev/null <<'EOF'
apiVersion: v1
kind: Service
metadata: {name: web, namespace: default}
spec: {selector: {app: web}, ports: [{port: 80}]}
EOF
for i in $(seq 12); do
  pod "plain-$i" "" "$((i % 5 * 3000 + 1000))m" | create "plain-$i"
done
for i in $(seq 4); do
  pod "web-$i" | sed 's/namespace: default/&, labels: {app: web}/' | create "web-$i"
done
pod chosen "nodeSelector: {kubernetes.io/hostname: node-00003}" | create chosen
pod giant "" 100 | create giant
kubectl label node node-00005 retiring=soon >/dev/null
pod retired "nodeSelector: {kubernetes.io/hostname: node-00005}" | create retired
all_seen () { grep -q default/retired log && grep -q '"retired"' packing.log; }
within 30 all_seen
is "$?" 0 "all of them"

# -- nobody else schedules -------------------------------------------------

kill "$other"
wait "$other" 2>/dev/null
version () { kubectl get pod alone -o 'jsonpath={.metadata.resourceVersion} {.status.conditions}'; }
pod alone | kubectl create -f - >/dev/null
before=$(version)
sleep 3
is "$(version)" "$before" "a pod that nobody else schedules stays as it is"

# -- who runs the same rules agrees ----------------------------------------

curl -s "http://127.0.0.1:$plain/metrics" | grep '^fitsched_shadow_decisions_total' >metrics
is "$(sed 's/.*result="\(.*\)"} \(.*\)/\1 \2/' metrics | awk '
    $1 == "agreed" || $1 == "equallyGood" { same += $2; next } $2 > 0 { print } END { print same, "the same" }')" \
  "20 the same" "metrics count agreement"
stop "$same"
is "$?" 0 "SIGTERM ends it with 0"
is "$(grep -E 'differs|not compared' log)" "" "the same rules make no difference"
is "$(grep -E '"(compared|agreementPercent)"' same.json)" '  "compared": 20,
  "agreementPercent": 100.0,' "the report says so"
is "$(grep -c 'agrees default/giant: no node' log)" 1 "a pod that fits nowhere fits nowhere here"
is "$(tail -n 1 log | sed 's/^[^ ]* //; s/: [0-9]* agreed, [0-9]* equally/: N agreed, N equally/')" \
  "note: compared 20 decisions: N agreed, N equally good, 0 different; agreement 100.0 %" "and the summary"
is "$(stat -c %a same.json)" 600 "nobody else may read the report"

# -- who runs other rules differs ------------------------------------------

ends_well "$packing"
is "$(sed -n 's/^ *"rule": "\(.*\)",$/\1/p' packing-report.json | sort -u)" \
  "CheckNodeLabelPresence
MostRequestedPriority" "differences name their rules"
is "$(grep '"retired"' packing.log | sed 's/^{"ts":[^,]*,//; s/"here":"[^"]*"/"here":NODE/')" \
  '"v":0,"msg":"compared","result":"infeasible","pod":{"namespace":"default","name":"retired"},"here":NODE,"there":"node-00005","rule":"CheckNodeLabelPresence","reason":"node(s) didn'"'"'t have the requested labels"}' \
  "a node that does not fit here"
is "$(grep '"result":"scores"' packing.log | sed -E 's/.*"scoreHere":([0-9]+),"scoreThere":([0-9]+),"rule":"(.*)"}/\1 \2 \3/' \
  | awk '$1 > $2 { print $3 }' | sort -u)" MostRequestedPriority "or has fewer points"

# -- nothing is written ----------------------------------------------------

is "$(kubectl get pods,nodes,services,events -A -o yaml | grep -c fitsched)" 0 "fitsched has written nothing"
is "$(kubectl get pods -o 'jsonpath={range .items[*].metadata.managedFields[*]}{.manager}{"\n"}{end}' | sort -u)" \
  "kube-scheduler
kubectl-create" "fields of pods belong to who created them and to the other scheduler"

finish
