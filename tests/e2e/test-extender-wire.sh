#!/usr/bin/env bash
# fitsched extender as a kube-scheduler sees it: two Policies over TLS, and clients that mean no good
#
# shellcheck disable=SC2317 # functions are called by within
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/tools.sh"

cluster_up --nodes 3
is "$?" 0 "a control plane starts"
pki=$FITSCHED_CLUSTER/pki

# -- the cluster -----------------------------------------------------------

# running NAME NODE CPU: a pod that runs there; prints its UID
running ()
{
  pod "$1" "nodeName: $2" "$3" | kubectl create -f - >/dev/null
  kubectl get pod "$1" -o 'jsonpath={.metadata.uid}'
}

kubectl label node node-00000 rack=r1 ssd=yes >/dev/null
kubectl label node node-00001 rack=r2 >/dev/null # and node-00002 has none
low=$(running low node-00000 20)
high=$(running high node-00000 10)
other=$(running other node-00001 30)

cat >room.json <<'POLICY'
{"apiVersion": "v1", "kind": "Policy", "predicates": [{"name": "PodFitsResources"}],
 "priorities": [{"name": "PreferSsd", "weight": 3, "argument": {"labelPreference": {"label": "ssd", "presence": true}}},
                {"name": "AvoidRack", "weight": 1, "argument": {"labelPreference": {"label": "rack", "presence": false}}}]}
POLICY
cat >racks.json <<'POLICY'
{"apiVersion": "v1", "kind": "Policy",
 "predicates": [{"name": "CheckNodeLabelPresence", "argument": {"labelsPresence": {"labels": ["rack"], "presence": true}}}],
 "priorities": []}
POLICY

# -- the extender ----------------------------------------------------------

openssl req -x509 -newkey rsa:2048 -nodes -keyout server.key -subj /CN=extender -addext subjectAltName=IP:127.0.0.1 \
  -days 2 -out server.crt 2>openssl.log
openssl req -x509 -newkey rsa:2048 -nodes -keyout stranger.key -subj /CN=stranger -days 2 -out stranger.crt 2>>openssl.log
: >log
fitsched extender --policy room.json --policy tenants=racks.json --kubeconfig "$FITSCHED_KUBECONFIG" --listen 127.0.0.1:0 \
  --tls-cert-file server.crt --tls-private-key-file server.key --client-ca-file "$pki/ca.crt" 2>log &
extender=$!
started+=("$extender")
within 20 grep -q 'answering on' log
url=$(sed -n 's,.*answering on \([^ ]*\) .*,\1,p' log)

# ask WHO PATH [OPTION...]: the body and the status, without line breaks
ask ()
{
  local who=$1 path=$2 shows=()
  shift 2
  case $who in
    client) shows=(--cert "$pki/admin.crt" --key "$pki/admin.key") ;;
    stranger) shows=(--cert stranger.crt --key stranger.key) ;;
  esac
  curl -s --cacert server.crt ${shows[@]+"${shows[@]}"} -w ' %{http_code}' "$@" "$url/$path" | tr -d '\n'
}

is_ready () { [ "$(ask nobody readyz)" = "ok 200" ]; }
within 20 is_ready
is "$?" 0 "it becomes ready"

# -- who may ask -----------------------------------------------------------

big='"Pod":{"metadata":{"name":"big","namespace":"default","uid":"big"},"spec":{"containers":[{"name":"m","resources":{"requests":{"cpu":"15"}}}]}}'
three='"Nodes":null,"NodeNames":["node-00000","node-00001","node-00002"]'
forbidden () { echo "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\",\"message\":\"forbidden: User \\\"system:anonymous\\\" cannot $1 path \\\"$2\\\"\",\"reason\":\"Forbidden\",\"code\":403} 403"; }
is "$(ask nobody room/filter -d "{$big,$three}")" "$(forbidden post /room/filter)" "a client without a certificate gets no answer"
is "$(ask nobody metrics)" "$(forbidden get /metrics)" "nor the metrics"
is "$(ask stranger room/filter -d "{$big,$three}")" \
  '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"Unauthorized","reason":"Unauthorized","code":401} 401' \
  "nor does one with a certificate of somebody else's authority"
is "$(ask nobody livez) $(ask nobody healthz)" "ok 200 ok 200" "health is for everybody"
curl -s "${url/https/http}/healthz" >plain 2>&1
none "$(grep -a ok plain)" "nothing is answered without TLS"

# -- answers ---------------------------------------------------------------

is "$(ask client room/filter -d "{$big,$three}")" \
  '{"Nodes":null,"NodeNames":["node-00002"],"FailedNodes":{"node-00000":"Insufficient cpu","node-00001":"Insufficient cpu"},"FailedAndUnresolvableNodes":{},"Error":""} 200' \
  "one Policy filters by its predicates"
is "$(ask client tenants/filter -d "{$big,$three}")" \
  '{"Nodes":null,"NodeNames":["node-00000","node-00001"],"FailedNodes":{"node-00002":"node(s) didn'\''t have the requested labels"},"FailedAndUnresolvableNodes":{"node-00002":"node(s) didn'\''t have the requested labels"},"Error":""} 200' \
  "the other one by its own, on another path"
is "$(ask client room/prioritize/PreferSsd -d "{$big,$three}")" \
  '[{"Host":"node-00000","Score":10},{"Host":"node-00001","Score":0},{"Host":"node-00002","Score":0}] 200' "a priority has a path"
is "$(ask client room/prioritize -d "{$big,$three}")" \
  '[{"Host":"node-00000","Score":8},{"Host":"node-00001","Score":0},{"Host":"node-00002","Score":3}] 200' \
  "all together are a weighted mean"
is "$(ask client tenants/prioritize/PreferSsd -d "{$big,$three}")" "404 page not found 404" "each Policy has its own priorities"

# victims NODE=UID,UID...: what a kube-scheduler with nodeCacheCapable asks
victims ()
{
  local word uid map=
  for word; do
    map+="${map:+,}\"${word%%=*}\":{\"Pods\":["
    for uid in $(tr , ' ' <<<"${word#*=}"); do map+="{\"UID\":\"$uid\"},"; done
    map="${map%,}],\"NumPDBViolations\":1}"
  done
  echo "{$big,\"NodeNameToVictims\":null,\"NodeNameToMetaVictims\":{$map}}"
}
answer () { echo "{\"NodeNameToMetaVictims\":{$1}} 200"; }
is "$(ask client room/preempt -d "$(victims "node-00000=$low" "node-00001=$other")")" \
  "$(answer "\"node-00000\":{\"Pods\":[{\"UID\":\"$low\"}],\"NumPDBViolations\":1},\"node-00001\":{\"Pods\":[{\"UID\":\"$other\"}],\"NumPDBViolations\":1}")" \
  "nodes where the victims make room stay candidates"
is "$(ask client room/preempt -d "$(victims "node-00000=$high" "node-00001=$low" node-00009=x)")" "$(answer '')" \
  "nodes where they do not, or run elsewhere, or that are unknown, do not"
is "$(ask client room/preempt -d "$(victims "node-00000=$low,$high")")" \
  "$(answer "\"node-00000\":{\"Pods\":[{\"UID\":\"$low\"},{\"UID\":\"$high\"}],\"NumPDBViolations\":1}")" "all victims are named as they were"
is "$(ask client tenants/preempt -d "$(victims "node-00000=$low" node-00002=x)")" \
  "$(answer "\"node-00000\":{\"Pods\":[{\"UID\":\"$low\"}],\"NumPDBViolations\":1}")" "the other Policy cares about labels only"

# -- metrics ---------------------------------------------------------------

counted () { ask client metrics -o metrics >/dev/null; sed -n 's/^fitsched_extender_requests_total{outcome="\([^"]*\)",policy="\([^"]*\)",verb="\([^"]*\)"} /\2 \3 \1 /p' metrics | sort; }
is "$(counted)" 'room filter answered 1
room preempt answered 3
room prioritize answered 2
tenants filter answered 1
tenants preempt answered 1' "questions are counted by Policy, verb and outcome"
is "$(grep -c '^fitsched_extender_request_duration_seconds_count' metrics)" 5 "and their time"

# -- hostile clients -------------------------------------------------------

deep=$(printf '[%.0s' $(seq 5000))
is "$(ask client room/filter -d "{\"x\":$deep")" "lists and objects are nested more than 100 deep (line 1, column 106) 413" "deep nesting"
is "$(ask client room/filter -d "{$big,\"NodeNames\":{\"a\":1}}")" "NodeNames: found an object, expected a list 400" "a wrong type"
is "$(ask client room/filter -d "{$big,\"Nodes\":{\"items\":[{\"metadata\":7}]}}")" \
  "Nodes.items[0].metadata: found number 7, expected an object 400" "a wrong type further down"
is "$(ask client room/filter -d "{\"Pod\":{\"spec\":{\"containers\":7}},\"NodeNames\":[]}" | sed 's/.* //')" 400 "a wrong type in the pod"
yes | ask client room/filter -H 'Expect:' -T - -X POST --max-time 60 >endless
is "$(sed 's/.* //' endless)" 000 "an endless body is cut"

# Many small values: each costs more than its text.
{
  printf '{"x":['
  yes 1, | head -c 40000000 | tr -d '\n'
  printf '1]}'
} >numbers
for i in 1 2 3 4 5 6 7 8 9 10; do
  ask client room/filter -H 'Expect:' --data-binary @numbers >"flood-$i" &
  floods[i]=$!
done
wait "${floods[@]}"
none "$(grep -Lx '.* 413\|.* 503\| 000' flood-*)" "bodies that take too much memory are refused"
if [ "${FIT_TEST_SANITIZERS:-no}" = no ]; then
  is "$(awk '/^VmHWM:/ { print ($2 < 900000) }' "/proc/$extender/status")" 1 "memory is bounded"
else
  skip "sanitizers keep memory" "memory is bounded"
fi
is "$(ask client room/filter -d "{$big,$three}" | sed 's/.*"FailedNodes.*/answered/')" answered "and it still answers"
stop "$extender"
is "$?" 0 "it ends when it is asked to"
finish
