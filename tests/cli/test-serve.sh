#!/usr/bin/env bash
# fitsched serve answers what the command line prints, and survives its clients.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

for need in curl python3; do
  if ! command -v $need >/dev/null; then
    skip "no $need; apt-get install $need" "questions over HTTP"
    finish
    exit
  fi
done

# serve ARGUMENT...: begins to answer; sets $url and $server
serve ()
{
  : >served
  fitsched serve --listen 127.0.0.1:0 "$@" <&0 2>served &
  server=$!
  for _ in $(seq 600); do
    url=$(sed -n 's/^note: answering on //p' served)
    [ -z "$url" ] || return 0
    kill -0 $server 2>/dev/null || return 1
    sleep 0.1
  done
  return 1
}

# ends STATUS NAME: stops the server, which ends with STATUS
ends ()
{
  kill "$server"
  wait "$server"
  is "$?" "$1" "$2"
}

# text FILE...: the member "files" with the files as texts
texts ()
{
  python3 -c 'import json, sys
print("\"files\": " + json.dumps({name: open(name).read() for name in sys.argv[1:]}))' "$@"
}

cluster="-f cluster.json -f services.yaml --pods pods.yaml"
mkdir answers
count=0

# answers VERB QUESTION ARGUMENT...: the answer is what fitsched VERB ARGUMENT... -o json prints
answers ()
{
  local verb=$1 question=$2
  shift 2
  count=$((count + 1))
  printf '%s\n%s' "$verb" "$question" >answers/$count.question
  fitsched "$verb" "$@" -o json >answers/$count.answer 2>notes
  is "$(curl -s "$url/v1/$verb" -d "$question" -D head | cmp - answers/$count.answer; sed -n 's/^Fitsched-Exit-Status: //p' head | tr -d '\r')" \
    "$(status fitsched "$verb" "$@" -o json)" "$verb $(printf '%s' "$question" | cut -c1-70)"
}

# Many clients wait for each other, and under a sanitizer for long: the deadline has a test of its own.
serve $cluster --deadline 1h
is "$(sed -n 's/:[0-9]*$//p' served)" "note: answering on http://127.0.0.1" "a server says where it answers"
rules=$(texts policy.json profile.yaml)
answers explain '{"pod": "shop/web-3"}' shop/web-3 $cluster
answers explain '{"pod": ["shop/web-3", "ml/train-1"], "alone": true}' --alone shop/web-3 ml/train-1 $cluster
answers explain '{"all_pending": true, "release": "1.34.1"}' --all-pending --release 1.34.1 $cluster
answers explain '{"pod": "ml/simulation", "policy": "policy.json", "all": true, '"$rules}" ml/simulation --policy policy.json --all $cluster
echo '{"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "new"}, "spec": {"containers": [{"name": "c"}]}}' >new.json
answers explain '{"pod": "new", "pods": '"$(cat new.json)}" new $cluster --pods new.json
answers explain '{"pod": "new", "detail": "columns", "pods": '"$(cat new.json)}" new --detail columns $cluster --pods new.json
answers explain '{"pod": "new", "fragments": true, "pods": '"$(cat new.json)}" new --fragments $cluster --pods new.json
answers explain '{"pod": "redis-0", "namespace": "shop", "node": "worker-b1"}' redis-0 -n shop --node worker-b1 $cluster
answers simulate '{}' $cluster
answers simulate '{"compress": true}' $cluster --compress
answers simulate '{"compress": true, "bound": true}' $cluster --compress --bound
answers simulate '{"bound": true}' $cluster --bound
answers simulate '{"drain": ["worker-a1"], "cordon": "worker-b1"}' $cluster --drain worker-a1 --cordon worker-b1
answers simulate '{"drain": "worker-a1", "detail": "columns"}' $cluster --drain worker-a1 --detail columns
answers simulate '{"until-full": true, "pods": "t", '"$(texts template.yaml | sed 's/template.yaml/t/')}" $cluster --pods template.yaml --until-full
answers diff '{"left-release": "1.29", "right-release": "1.34"}' --left-release 1.29 --right-release 1.34 $cluster
answers diff '{"left": "policy.json", "right": "profile.yaml", '"$rules}" --left policy.json --right profile.yaml $cluster
answers validate '{"file": ["policy.json", "profile.yaml"], '"$rules}" policy.json profile.yaml $cluster
answers validate '{"file": "broken-policy.json", '"$(texts broken-policy.json)}" broken-policy.json $cluster
answers migrate '{"file": "policy.json", '"$rules}" policy.json --report -
answers migrate '{"file": "policy.json", "verify": true, '"$rules}" policy.json --report - --verify $cluster
answers migrate '{"provider": "DefaultProvider", "verify": true}' --provider DefaultProvider --report - --verify $cluster

# refuses VERB QUESTION STATUS MESSAGE
refuses ()
{
  curl -s -w '\n%{http_code}' "$url/v1/$1" -d "$2" >refused
  is "$(tail -n 1 refused) $(sed -n 's/^  "message": "\(.*\)",$/\1/p' refused)" "$3 $4" "no answer: $1 $2"
  is "$(sed '$d' refused | "$tools/check-json" "$FIT_TEST_SRCDIR/docs/schema/error.schema.json")" "" "which follows the schema"
}

refuses explain '{"pod": "web-3", "lone": true}' 400 'question: unknown option --lone; did you mean --alone?'
refuses explain '{"pod": "web-3", "alone": 7}' 400 'question: option --alone: \"7\" is not true or false'
refuses explain '{"pod": "web-3"' 400 'question: unexpected end of JSON input (line 1, column 16)'
refuses explain '[]' 400 'question: found a list, expected an object'
refuses explain '{"pod": "x", "pod": "y"}' 400 'question: pod: there are two'
refuses explain '{"pod": "web-3", "html": "x"}' 400 'question: html: only for command lines'
refuses explain '{"pod": "web-3", "extenders": "ask"}' 400 \
  'question: extenders: nobody is asked from here: skip them, let them fail, or bring their answers along'
refuses simulate '{"policy": "/etc/passwd"}' 422 'missing policy config file /etc/passwd'
refuses simulate '{"filename": "/etc/passwd"}' 422 'cannot open \"/etc/passwd\": the question brings no such file along'
refuses simulate '{"max-events": 2}' 422 'stopped after 2 decisions, at 2020-01-01T00:00:00Z: the run is incomplete'
refuses validate '{}' 400 'validate needs a FILE'
is "$(curl -s -o /dev/null -w '%{http_code}' "$url/v1/snapshot" -d '{}') $(curl -s -o /dev/null -w '%{http_code}' "$url/v1/explain")" \
  "404 405" "other verbs are not there, and a question is a POST"
is "$(curl -s "$url/readyz")" "ok" "it says that it is ready"
is "$(curl -s "$url/metrics" | grep -c '^fitsched_questions_total{outcome="answered",verb="explain"} [1-9]')" 1 "it counts questions"
is "$(curl -s "$url/openapi.json" | python3 -c 'import json, sys
document = json.load(sys.stdin)
option = document["paths"]["/v1/explain"]["post"]["requestBody"]["content"]["application/json"]["schema"]["properties"]["alone"]
print(document["openapi"], len(document["paths"]), option["type"])
def references (value):
    if isinstance (value, dict):
        for key, member in value.items ():
            yield from [member] if key == "$ref" else references (member)
    elif isinstance (value, list):
        for member in value:
            yield from references (member)
for path in set (references (document)):
    at = document
    for word in path.split ("/")[1:]:
        at = at[word]')" "3.1.0 5 boolean" "it describes itself, and all references lead somewhere"

python3 -B "$FIT_TEST_SRCDIR/tests/cli/ask-server.py" "${url##*:}" "$server" answers >clients
while IFS= read -r line; do
  case $line in
    "ok - "*) ok 0 "${line#ok - }" ;;
    "not ok - "*) ok 1 "${line#not ok - }" ;;
    *) echo "$line" ;;
  esac
done <clients
is "$(grep -c '^ok' clients)" 5 "all clients have finished"
ends 0 "SIGTERM ends it"

# Without the time, or the memory, there is no answer.
serve $cluster --memory 16 --deadline 20s --workers 2
python3 -c 'print("{\"pods\": \"t\", \"files\": {\"t\": {\"x\": [" + "{\"a\": [[]]}," * 700000 + "0]}}}")' >large.json
refuses simulate @large.json 503 \
  'no answer: more than 20 seconds, 16 MiB of memory or an answer of 64 MiB would have been needed'
ends 0 "and the server goes on"

is "$(fitsched serve -f nothing.yaml --listen 127.0.0.1:0 2>&1 | tail -n 1; echo "${PIPESTATUS[0]}")" 'fitsched: cannot open "nothing.yaml": No such file or directory
3' "without a cluster there is no server"
is "$(fitsched serve -f cluster.json --listen nowhere 2>&1 | head -n 1)" \
  'fitsched: option --listen: found "nowhere", expected ADDRESS:PORT' "nor without an address"

# -- an API server: the cluster, and who may ask

# begin_api: an API server; sets $api, and writes live.conf
begin_api ()
{
  rm -f live.conf
  python3 -B "$FIT_TEST_SRCDIR/tests/cli/fake-api-server.py" live.conf &
  api=$!
  for _ in $(seq 100); do
    [ -s live.conf ] && break
    sleep 0.1
  done
}

begin_api
fitsched explain web --kubeconfig live.conf -o json >live.json 2>/dev/null
is "$(grep -c '"name": "web"' live.json)" 1 "a live cluster"
serve --kubeconfig live.conf
kill $api
wait $api 2>/dev/null
is "$(curl -s "$url/v1/explain" -d '{"pod": "web"}' | cmp - live.json)" "" "it is read, and so is the namespace of the context"
ends 0 "and until it is read again no API server is needed"

# -- a cluster that changes

# pod NAME: a cluster with one node and a pending pod, in place of the one before
pod ()
{
  cat >changing.new <<EOF
apiVersion: v1
kind: List
items:
- {kind: Node, apiVersion: v1, metadata: {name: node}, status: {allocatable: {cpu: 4, memory: 1Gi, pods: 9}}}
- {kind: Pod, apiVersion: v1, metadata: {name: $1}, spec: {containers: [{name: c}]}}
EOF
  mv changing.new changing.yaml
}

# places NAME: waits until the server knows the pod; every question on the way has an answer
places ()
{
  for _ in $(seq 300); do
    code=$(curl -s -D head -o placed -w '%{http_code}' "$url/v1/explain" -d "{\"pod\": \"$1\"}")
    case $code in
      200) return 0 ;;
      422) sleep 0.1 ;;
      *) echo "# $code"; return 1 ;;
    esac
  done
  return 1
}

pod first
is "$(fitsched serve -f - --refresh 1s --listen 127.0.0.1:0 <changing.yaml 2>&1 | head -n 1; echo "${PIPESTATUS[0]}")" \
  'fitsched: --refresh: standard input (-) can be read only once
2' "what can be read only once cannot be read again"
serve -f changing.yaml --refresh 1s --workers 2
for name in first second third; do
  pod $name
  places $name
  is $? 0 "the pod $name is known soon after it is there"
done
is "$(sed -n 's/^Fitsched-Notes: \["note: this is the cluster as of \(....-..-..T..:..:..Z\)".*/\1/p' head | wc -l)" 1 \
  "an answer says as of when it is"
echo '{' >changing.yaml
for _ in $(seq 300); do
  grep -q '^warning' served && break
  sleep 0.1
done
is "$(grep '^warning' served | head -n 1)" \
  'warning: the cluster could not be read again, so answers are as of the last time: changing.yaml: document 1: line 2, column 1: unexpected end of JSON input' \
  "a cluster that cannot be read is told"
places third
is $? 0 "and questions are answered as of the last time"
pod fourth
places fourth
is $? 0 "until it can be read again"
# The keeper of the workers ends, whatever the system does.
kill -9 $(pgrep -P "$(pgrep -P $server)")
places fourth
is $? 0 "a keeper that was killed is replaced"
all=$(pgrep -g "$(pgrep -P $server)" | wc -l)
is "$((all >= 4 && all <= 8))" 1 "processes do not pile up"
group=$(pgrep -P $server)
ends 0 "SIGTERM ends it"
for _ in $(seq 100); do
  pgrep -r R,S,D -g "$group" >/dev/null || break
  sleep 0.1
done
is "$(pgrep -r R,S,D -g "$group" | wc -l)" 0 "with all its processes"

# What comes from standard input is there for the next keeper, too.
serve -f - <changing.yaml
old=$(pgrep -P "$(pgrep -P $server)")
kill -9 $old
for _ in $(seq 600); do
  new=$(pgrep -P "$(pgrep -P $server)")
  [ -z "$new" ] || [ "$new" = "$old" ] || break
  sleep 0.1
done
places fourth
is $? 0 "a cluster from standard input outlives the keeper that has read it"

# Without a supervisor nobody answers, and that is said.
is "$(curl -s "$url/readyz")" ok "it is ready"
kill -9 "$(pgrep -P $server)"
for _ in $(seq 600); do
  [ "$(curl -s -o /dev/null -w '%{http_code}' "$url/readyz")" = 200 ] || break
  sleep 0.1
done
is "$(curl -s -o /dev/null -w '%{http_code}' "$url/livez") $(curl -s -o answer -w '%{http_code}' "$url/v1/simulate" -d '{}') $(grep -c 'the processes that answer have ended' answer)" \
  "500 500 1" "it says when nobody can answer"
ends 0 "and still ends when it should"

# A plugin of a kubeconfig may leave processes behind, which end as they like.
printf '%s\n' '#!/bin/sh' '(sleep 1; exit 101) >/dev/null 2>&1 &' \
  'echo "{\"kind\": \"ExecCredential\", \"apiVersion\": \"client.authentication.k8s.io/v1\", \"status\": {\"token\": \"good\"}}"' >plugin.sh
chmod +x plugin.sh
begin_api
sed "s|user: {}}|user: {exec: {apiVersion: client.authentication.k8s.io/v1, command: $PWD/plugin.sh, interactiveMode: Never}}}|" live.conf >exec.conf
chmod 600 exec.conf
serve --kubeconfig exec.conf
sleep 2
is "$(curl -s "$url/v1/explain" -d '{"pod": "web"}' | cmp - live.json)" "" "what a plugin leaves behind does not end the server"
ends 0 "which ends when it should"
is "$(fitsched mcp -f - <changing.yaml 2>&1 | head -n 1)" "fitsched: mcp: questions come from standard input, so the cluster cannot (-)" \
  "an agent's questions come from where the cluster could"
kill $api
wait $api 2>/dev/null

# -- certificates

if command -v openssl >/dev/null; then
  openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.crt -days 2 -subj /CN=ca -addext basicConstraints=critical,CA:TRUE 2>/dev/null
  openssl req -newkey rsa:2048 -nodes -keyout client.key -out client.csr -subj /CN=client 2>/dev/null
  openssl x509 -req -in client.csr -CA ca.crt -CAkey ca.key -CAcreateserial -out client.crt -days 2 2>/dev/null
  serve -f cluster.json --tls-cert-file ca.crt --tls-private-key-file ca.key --client-ca-file ca.crt
  is "$(curl -sk -o /dev/null -w '%{http_code}' "$url/v1/simulate" -d '{}') $(curl -sk "$url/healthz")" "403 ok" \
    "without a certificate only health can be seen"
  is "$(curl -sk --cert client.crt --key client.key "$url/v1/simulate" -d '{}' | cmp - <(fitsched simulate -f cluster.json -o json 2>/dev/null))" "" \
    "with one, questions are answered"
  ends 0 "over HTTPS, too"

  begin_api
  serve -f cluster.json --tls-cert-file ca.crt --tls-private-key-file ca.key --authorization-kubeconfig live.conf
  # may TOKEN VERB: the status of HTTP
  may ()
  {
    curl -sk -o /dev/null -w '%{http_code}' -H "Authorization: Bearer $1" "$url/v1/$2" -d '{"pod": "shop/redis-0"}'
  }
  is "$(may good explain) $(may good simulate) $(may bad explain)" "200 403 401" "an API server says who may ask what"
  ends 0 "and is asked again and again"
  kill $api
  wait $api 2>/dev/null
else
  skip "no openssl; apt-get install openssl" "certificates"
fi
finish
