#!/usr/bin/env bash
# No verb shows what is secret in a Policy or a configuration, in no format: the
# user and the password of an extender's URL, and keys.  And none shows what it
# tells an API server to say who it is.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

secret=canarY-passw0rd
body=$(printf '0canarY-keY-canarY-keY' | base64 -w0)
pem ()
{
  printf -- '-----BEGIN %s-----\n%s\n-----END %s-----\n' "$1" "$body" "$1"
}
key=$(pem 'RSA PRIVATE KEY' | base64 -w0)
certificate=$(pem CERTIFICATE | base64 -w0)

# hidden WHAT COMMAND...: neither on standard output nor on standard error
hidden ()
{
  local what=$1
  shift
  is "$("$@" 2>&1 </dev/null | grep -E -c "canarY|$body|$key|$certificate")" 0 "$what"
}

# policy URL KEYDATA [MEMBERS]
policy ()
{
  cat <<END
{"apiVersion": "v1", "kind": "Policy", "predicates": [{"name": "PodFitsResources"}],
 "priorities": [{"name": "LeastRequestedPriority", "weight": 1}],
 "extenders": [{"urlPrefix": "$1", "filterVerb": "filter", "prioritizeVerb": "prioritize", "weight": 1,
                "bindVerb": "bind", "enableHttps": true, "ignorable": true,
                "tlsConfig": {"caData": "$certificate", "certData": "$certificate", "keyData": $2}${3-}}]}
END
}

# configuration URL KEYDATA
configuration ()
{
  cat <<END
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
extenders:
- urlPrefix: "$1"
  filterVerb: filter
  prioritizeVerb: prioritize
  weight: 1
  enableHTTPS: true
  tlsConfig:
    caData: $certificate
    certData: $certificate
    keyData: $2
END
}

url=https://user:$secret@127.0.0.1:1/ext
policy "$url" "\"$key\"" >policy-secret.json
configuration "$url" "$key" >profile-secret.yaml

cluster="-f ties.yaml"
for rules in "--policy policy-secret.json" "--config profile-secret.yaml"; do
  for how in ask skip fail; do
    for format in table wide json yaml name; do
      hidden "simulate $rules --extenders $how -o $format" \
        fitsched simulate $rules $cluster --extenders $how -o $format --log '*'
      hidden "explain $rules --extenders $how -o $format" \
        fitsched explain tied-1 $rules $cluster --extenders $how -o $format
    done
  done
  hidden "capacity $rules" fitsched simulate $rules $cluster --pods template.yaml --until-full -o yaml
  hidden "nodes needed $rules" fitsched simulate $rules $cluster --nodes-needed node.yaml -o json
  hidden "a trace $rules" fitsched simulate $rules $cluster --trace life.jsonl -o json
  fitsched simulate $rules $cluster --record trace.jsonl --record-extenders answers.yaml >/dev/null 2>&1
  hidden "what is recorded $rules" cat trace.jsonl answers.yaml
  is "$(grep -c urlPrefix answers.yaml)" 1 "a recording names the extender $rules"
  hidden "a replay $rules" fitsched simulate $rules $cluster --extenders answers.yaml -o json
done
for format in table wide json yaml name; do
  hidden "validate -o $format" fitsched validate policy-secret.json profile-secret.yaml -o $format
done
for format in table wide json yaml name markdown; do
  hidden "diff -o $format" fitsched diff --left policy-secret.json --right profile-secret.yaml $cluster -o $format
done
for format in text markdown json; do
  for rules in policy-secret.json profile-secret.yaml; do
    fitsched migrate $rules --to-release 1.34.1 --verify $cluster --report report -o $format --write new.yaml >out.txt 2>&1
    hidden "the report of migrate $rules in $format" cat report out.txt
  done
done
is "$(grep -c -e "$secret" -e "$key" new.yaml)" 2 "the configuration that migrate writes has them"

# -- what is wrong

is "$(fitsched simulate --policy policy-secret.json $cluster --extenders fail 2>/dev/null | sed -n 3p)" \
  "    extender https://***@127.0.0.1:1/ext would have to be called to filter for pod default/tied-1" \
  "*** stands in their place"
bad_urls="https://user:$secret@ho st:443/x
http://user:$secret@host:port
http:/user:$secret@host
user:$secret@host
ftp://user:$secret@host
http://user:pass/$secret@host
http://user:pass#$secret@host:80/x
http://user:pass?$secret@host:80/x
http://user:80/$secret@host
http:///user:$secret@host:80/x
http:////user:$secret@host
//user:$secret@host
http://user:$secret%40host
http://user:$secret@@host"
while read -r bad; do
  policy "$bad" "\"$key\"" >bad.json
  configuration "$bad" "$key" >bad.yaml
  hidden "validate $bad" fitsched validate bad.json bad.yaml -o json
  hidden "simulate $bad" fitsched simulate --policy bad.json $cluster -o json --log '*'
  hidden "simulate $bad, a configuration" fitsched simulate --config bad.yaml $cluster
done <<<"$bad_urls"
policy "$url" "\"$key\"" ', "managedResources": [{"name": "cpu"}]' | sed 's/"weight": 1,/"weight": 0,/' >bad.json
hidden "a Policy without a weight" fitsched validate bad.json
for value in "\"canarY-keY\"" "\"-----BEGIN PRIVATE KEY-----\\n$body\\n\"" "[\"canarY-keY\"]" "\"$key=\""; do
  policy "$url" "$value" >bad.json
  configuration "$url" "$value" >bad.yaml
  for command in "validate bad.json bad.yaml" "validate bad.json bad.yaml -o json" "migrate bad.json" "migrate bad.yaml" \
    "simulate --policy bad.json $cluster" "explain tied-1 --config bad.yaml $cluster"; do
    hidden "$command with the keyData ${value:0:20}" fitsched $command
  done
done
policy "$url" "\"$key\"" | sed 's/"tlsConfig": {[^}]*}/"tlsConfig": "canarY-keY"/' >bad.json
configuration "$url" "$key" | sed '/tlsConfig:/,$d' >bad.yaml
echo "  tlsConfig: canarY-keY" >>bad.yaml
hidden "a key in place of tlsConfig" fitsched validate bad.json bad.yaml
printf '{"kind": "Policy", "apiVersion": "v1", "extenders": ["%s"]}' "$url" >list.json
hidden "a URL in place of an extender" fitsched validate list.json
is "$(fitsched validate bad.json bad.yaml | grep tlsConfig)" \
  "  invalid policy: bad.json: line 5, column 30: extenders[0].tlsConfig: found string \"***\", expected an object
  bad.yaml: line 9, column 14: extenders[0].tlsConfig: found string \"***\", expected an object" "errors say where it stands"

is "$(fitsched validate bad.json | grep FP308)" "" "an @ too many is no bad port"
policy "http://user:$secret/x@host:80/x" "\"$key\"" >bad.json
is "$(fitsched validate bad.json | grep -o 'it has a.*FP308)')" \
  'it has a "/" before the @, where it is written as "%2F": every request fails (FP308)' "what is wrong is said all the same"

# -- servers and proxies

# nowhere SERVER PROXY: a kubeconfig
nowhere ()
{
  cat >nowhere.kubeconfig <<END
{apiVersion: v1, kind: Config, current-context: c, contexts: [{name: c, context: {cluster: c, user: u}}],
 clusters: [{name: c, cluster: {server: "$1"$2}}], users: [{name: u, user: {token: canarY-token}}]}
END
  chmod 600 nowhere.kubeconfig
}

# first VERB ARGUMENT...: until it has said that it cannot reach the server
first ()
{
  : >log
  timeout 20 fitsched "$@" --kubeconfig nowhere.kubeconfig -v 10 >out 2>log &
  until grep -qs 'cannot reach\|fitsched:' log || ! kill -0 $! 2>/dev/null; do sleep 0.1; done
  kill $! 2>/dev/null
  wait $!
  cat out log
}
while read -r bad; do
  for how in server proxy environment; do
    unset HTTPS_PROXY http_proxy
    case $how in
      server) nowhere "$bad" "" ;;
      proxy) nowhere http://192.0.2.1:1 ", proxy-url: \"$bad\"" ;;
      environment)
        nowhere https://192.0.2.1:1 ""
        export HTTPS_PROXY=$bad http_proxy=$bad
        ;;
    esac
    hidden "snapshot, $how $bad" timeout 20 fitsched snapshot --kubeconfig nowhere.kubeconfig --write kept.json
    hidden "run, $how $bad" first run --provider DefaultProvider --leader-elect=false --secure-port 0
    hidden "extender, $how $bad" first extender --policy policy-secret.json --listen 127.0.0.1:0
  done
done <<<"http://user:$secret@127.0.0.1:99999
http://user:$secret/x@127.0.0.1:1
user:$secret@127.0.0.1:bad
http:///user:$secret@127.0.0.1:1"
unset HTTPS_PROXY http_proxy
nowhere http://192.0.2.1:1 ", proxy-url: \"http://user:$secret@127.0.0.1:99999\""
is "$(fitsched snapshot --kubeconfig nowhere.kubeconfig --write kept.json 2>&1; echo $?)" \
  "fitsched: nowhere.kubeconfig: proxy-url: found http://***@127.0.0.1:99999, expected a URL with http, https or socks5
3" "a proxy that is none is an error of the kubeconfig"

# -- an API server that repeats what it is told

"$FIT_TEST_BUILDDIR/tests/e2e/overhear" 0 heard >port &
overhear=$!
until [ -s port ] || ! kill -0 "$overhear"; do sleep 0.1; done
printf 'canarY-file-token' >token-file
cat >plugin.sh <<'END'
#!/bin/sh
printf '{"apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential", "status": {"token": "%s"}}' "$CANARY"
END
chmod +x plugin.sh

# kubeconfig USER: a kubeconfig for the server
kubeconfig ()
{
  cat >secret.kubeconfig <<END
{apiVersion: v1, kind: Config, current-context: c, contexts: [{name: c, context: {cluster: c, user: u}}],
 clusters: [{name: c, cluster: {server: "http://127.0.0.1:$(cat port)"}}], users: [{name: u, user: {$1}}]}
END
  chmod 600 secret.kubeconfig
}

# refused VERB ARGUMENT...: until it has said that it may not list nodes
refused ()
{
  : >log
  fitsched "$@" --kubeconfig secret.kubeconfig >out 2>log &
  until grep -qs 'cannot list nodes' log || ! kill -0 $! 2>/dev/null; do sleep 0.1; done
  kill $! 2>/dev/null
  wait $!
}

basic=$(printf 'somebody:canarY-passw0rd' | base64 -w 0 | tr -d =)
plugin="exec: {command: ./plugin.sh, apiVersion: client.authentication.k8s.io/v1, interactiveMode: Never,
  env: [{name: CANARY, value: canarY-plugin-token}]}"
for user in "token: canarY-token" "tokenFile: token-file" "username: somebody, password: canarY-passw0rd" "$plugin"; do
  kubeconfig "$user"
  for format in text json; do
    for verb in run extender; do
      rules="--policy policy-secret.json"
      [ "$verb" = extender ] && listen="--listen 127.0.0.1:0" || listen="--leader-elect=false --secure-port 0"
      refused "$verb" $rules $listen -v 10 --logging-format "$format"
      is "$(cat out log | grep -E -c "canarY|$basic|$body|$key|$certificate")" 0 "$verb as ${user%%:*}, in $format"
      is "$(grep -c 'cannot list nodes: 403: you said GET' log) $(grep -c 'Response Body: ' log)" \
        "1 $(grep -c 'Request Headers:' log)" "and it logs headers and bodies"
    done
  done
  refused snapshot --write kept.json
  is "$(cat out log | grep -E -c "canarY|$basic")" 0 "snapshot as ${user%%:*}"
done
kill "$overhear"
is "$(grep -o 'Bearer canarY[a-z-]*\|^somebody:.*' heard | sort -u)" "Bearer canarY-file-token
Bearer canarY-plugin-token
Bearer canarY-token
somebody:canarY-passw0rd" "the server got all of them"
finish
