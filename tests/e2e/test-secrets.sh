#!/usr/bin/env bash
# test-secrets.sh - tokens, keys and passwords are used, and shown nowhere
#
# Whatever fitsched run and extender write or serve is collected below shown, at the highest verbosity, and what
# fitsched snapshot writes.  What shows that a secret was used is collected below told.
#
# shellcheck disable=SC2317 # functions are called by within
# SPDX-License-Identifier: Apache-2.0

. "${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}/tests/e2e/tools.sh"

cluster_up --nodes 3
is "$?" 0 "a control plane starts"
mkdir shown told
pki=$FITSCHED_CLUSTER/pki
server=$(kubectl config view -o 'jsonpath={.clusters[0].cluster.server}')

# One that refuses all that it is told: an extender, an API server, a proxy.
ear=$((28000 + RANDOM % 900))
overhear "$ear" told/overheard &
started+=("$!")
plain=$((30000 + RANDOM % 1000)) secure=$((31000 + RANDOM % 1000))

# -- the secrets -----------------------------------------------------------

# account NAME: the token of a new service account that may do everything
account ()
{
  kubectl -n kube-system create serviceaccount "$1" >/dev/null
  kubectl create clusterrolebinding "$1" --clusterrole=cluster-admin --serviceaccount="kube-system:$1" >/dev/null
  echo '{"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": {}}' \
    | kubectl create --raw "/api/v1/namespaces/kube-system/serviceaccounts/$1/token" -f - \
    | sed 's/.*"token":"\([^"]*\)".*/\1/'
}
token=$(account by-token)
file_token=$(account by-file)
plugin_token=$(account by-plugin)
echo "$file_token" >token-file

# A part of each, and of how else it may be written: no other text has it.
part () { echo "${1: -30}"; }
middle () { tr -d '\n' <"$1" | cut -c 200-230; }
encoded () { printf %s "$1" | base64 -w 0 | tr -d =; }
base64 -w 0 "$pki/scheduler.key" >scheduler-key.base64
base64 -w 0 "$pki/nobody.key" >nobody-key.base64
cat >secrets <<END
$(part "$token")
$(part "$file_token")
$(part "$plugin_token")
canary-plugin-variable
canary-api-password
$(encoded canary-api-user:canary-api-password)
canary-api-token
canary-proxy-password
$(encoded canary-proxy-user:canary-proxy-password)
canary-extender-password
$(encoded canary-extender-user:canary-extender-password)
canary-policy-password
$(encoded canary-policy-user:canary-policy-password)
canary-asker-token
canary-asker-password
$(encoded canary-asker:canary-asker-password)
$(middle "$pki/scheduler.key")
$(middle scheduler-key.base64)
$(middle "$pki/nobody.key")
$(middle nobody-key.base64)
END

# kubeconfig NAME USER [SERVER [CLUSTER]]: NAME.kubeconfig
kubeconfig ()
{
  cat >"$1.kubeconfig" <<END
apiVersion: v1
kind: Config
clusters: [{name: here, cluster: {server: "${3:-$server}"${4-, certificate-authority: $pki/ca.crt}}}]
users: [{name: me, user: {$2}}]
contexts: [{name: here, context: {cluster: here, user: me}}]
current-context: here
END
  chmod 600 "$1.kubeconfig"
}
cat >plugin.sh <<END
#!/bin/sh
printf '%s\n' "\$CANARY" >told/plugin
echo '{"apiVersion": "client.authentication.k8s.io/v1beta1", "kind": "ExecCredential", "status": {"token": "$plugin_token"}}'
END
chmod +x plugin.sh
kubeconfig by-token "token: $token"
kubeconfig by-file "tokenFile: token-file"
kubeconfig by-plugin "exec: {command: ./plugin.sh, apiVersion: client.authentication.k8s.io/v1beta1, env: [{name: CANARY, value: canary-plugin-variable}]}"
kubeconfig by-key "client-certificate-data: $(base64 -w 0 "$pki/scheduler.crt"), client-key-data: $(cat scheduler-key.base64)"
kubeconfig by-password "username: canary-api-user, password: canary-api-password" "http://127.0.0.1:$ear" ""
kubeconfig by-refused-token "token: canary-api-token" "http://127.0.0.1:$ear" ""
kubeconfig by-proxy "token: canary-api-token" "" ", proxy-url: \"http://canary-proxy-user:canary-proxy-password@127.0.0.1:$ear\""

# -- runs ------------------------------------------------------------------

# run NAME ARGUMENT...: as NAME.kubeconfig says
run ()
{
  local name=$1
  shift
  scheduler_log=shown/$name.log
  FITSCHED_KUBECONFIG=$name.kubeconfig start --leader-elect=false -v 10 --port "$plain" "$@"
}

# collect: what it shows on request, then it ends
collect ()
{
  local page
  for page in healthz?verbose metrics configz flagz debug/queue debug/nodes 'debug/explain?pod=default/refused' \
    'debug/explain?pod=default/refused&format=json' nothing; do
    curl -s "http://127.0.0.1:$plain/$page" >>"$scheduler_log.pages"
  done
  kill -USR2 "$scheduler"
  within 20 grep -q 'Dump of cached NodeInfo\|agree with the API server' "$scheduler_log"
  stop
}

cat >config.yaml <<END
apiVersion: kubescheduler.config.k8s.io/v1beta1
kind: KubeSchedulerConfiguration
leaderElection: {leaderElect: false}
extenders:
- urlPrefix: http://canary-extender-user:canary-extender-password@127.0.0.1:$ear/all
  filterVerb: filter
  prioritizeVerb: prioritize
  weight: 1
  ignorable: true
- urlPrefix: https://127.0.0.1:$ear/keys
  filterVerb: filter
  ignorable: true
  enableHTTPS: true
  tlsConfig: {insecure: true, certData: $(base64 -w 0 "$pki/nobody.crt"), keyData: $(cat nobody-key.base64)}
END
run by-token --config config.yaml --release 1.20 --secure-port "$secure" --bind-address 127.0.0.1
pod a | kubectl create -f - >/dev/null
pod refused "" 100 | kubectl create -f - >/dev/null
within 30 has_node a
is "$?" 0 "with a token it schedules, beside extenders that refuse"
for header in 'Bearer canary-asker-token' "Basic $(encoded canary-asker:canary-asker-password)"; do
  curl -sk -w '%{http_code} ' -o body -H "Authorization: $header" "https://127.0.0.1:$secure/metrics"
  cat body >>shown/answers
done >statuses
is "$(cat statuses)" "401 403 " "strangers are refused"
echo canary-asker-token canary-asker-password "$(encoded canary-asker:canary-asker-password)" >told/askers
collect
fitsched run --config config.yaml --release 1.20 --write-config-to written.yaml
is "$(stat -c %a written.yaml) $(grep -c canary-extender-password written.yaml)" "600 1" \
  "a configuration that is written keeps its passwords, for its owner alone"

run by-file --policy policy.json
pod b | kubectl create -f - >/dev/null
within 30 has_node b
is "$?" 0 "with a token in a file"
collect

run by-key --policy policy.json --secure-port "$secure" --bind-address 127.0.0.1 --tls-cert-file "$pki/nobody.crt" \
  --tls-private-key-file "$pki/nobody.key"
pod c | kubectl create -f - >/dev/null
within 30 has_node c
is "$?" 0 "with a key"
collect

cat >extender.json <<END
{"kind": "Policy", "apiVersion": "v1", "predicates": [{"name": "PodFitsResources"}],
 "extenders": [{"urlPrefix": "http://canary-policy-user:canary-policy-password@127.0.0.1:$ear/policy", "filterVerb": "filter"}]}
END
run by-plugin --policy extender.json --shadow --report shown/report.json --logging-format json
compares () { grep -q 'comparing on' "$scheduler_log"; }
within 30 compares
pod d | kubectl create -f - >/dev/null
kubectl create --raw /api/v1/namespaces/default/pods/d/binding -f - >/dev/null <<'END'
{"apiVersion": "v1", "kind": "Binding", "metadata": {"name": "d"}, "target": {"kind": "Node", "name": "node-00001"}}
END
compared () { grep -q '"name":"d"' "$scheduler_log"; }
within 30 compared
is "$?" 0 "with a plugin it compares"
collect

cp by-token.kubeconfig with-extender.kubeconfig
run with-extender --policy extender.json
pod e | kubectl create -f - >/dev/null
said () { kubectl get events | grep -q 'FailedScheduling.*pod/e '; }
within 30 said
is "$?" 0 "an extender that refuses is an event"
collect

for name in by-password by-refused-token by-proxy; do
  run "$name" --policy policy.json
  unreachable () { grep -qi 'forbidden\|cannot' "$scheduler_log"; }
  within 30 unreachable
  is "$?" 0 "refused $name"
  collect
done

# -- other verbs -----------------------------------------------------------

for name in by-token by-file by-key by-plugin; do
  log=shown/$name.extender.log
  fitsched extender --kubeconfig "$name.kubeconfig" --policy extender.json --listen "127.0.0.1:$plain" -v 10 \
    --tls-cert-file "$pki/nobody.crt" --tls-private-key-file "$pki/nobody.key" 2>"$log" &
  extender=$!
  started+=("$extender")
  within 30 grep -q 'the cluster is read' "$log"
  is "$? $(grep -c '/api/v1/nodes?.* 200 OK in' "$log" | awk '{ print ($1 > 0) }')" "0 1" "an extender reads the cluster $name"
  curl -sk "https://127.0.0.1:$plain/metrics" >>"$log.pages"
  stop "$extender"
  fitsched snapshot --kubeconfig "$name.kubeconfig" --write "shown/$name.snapshot" 2>"shown/$name.snapshot.log"
  is "$?" "$([ "$name" = by-key ] && echo 1 || echo 0)" "a snapshot $name; the scheduler may not list all kinds"
done

# -- errors ----------------------------------------------------------------

# error ARGUMENT...: ends at once, with what is wrong
error () { timeout 60 fitsched run --secure-port 0 --policy policy.json "$@" >>shown/errors 2>&1; }
for user in 'token: [canary-api-token]' 'token: canary-api-token canary-api-token' 'password: {canary-api-password: 1}' \
  'client-key-data: canary-api-token, client-certificate-data: canary-api-token' \
  "client-certificate-data: $(cat scheduler-key.base64), client-key-data: $(cat scheduler-key.base64)" \
  'exec: {command: ./plugin.sh, apiVersion: v1, env: [canary-plugin-variable]}' \
  'exec: {command: ./plugin.sh, apiVersion: v1, env: [{name: CANARY, value: [canary-plugin-variable]}]}'; do
  kubeconfig wrong "$user"
  error --kubeconfig wrong.kubeconfig
done
kubeconfig wrong "token: canary-api-token" "" ", proxy-url: \"nothing://canary-proxy-user:canary-proxy-password@host:x\""
error --kubeconfig wrong.kubeconfig
kubeconfig wrong "token: canary-api-token" "https://canary-api-user:canary-api-password@127.0.0.1"
error --kubeconfig wrong.kubeconfig
error --kubeconfig by-token.kubeconfig --master https://canary-api-user:canary-api-password@127.0.0.1
error --kubeconfig by-token.kubeconfig --secure-port "$secure" --client-ca-file "$pki/nobody.key"
error --kubeconfig by-token.kubeconfig --secure-port "$secure" --tls-cert-file "$pki/admin.crt" --tls-private-key-file "$pki/nobody.key"
sed "s/keyData: .*/keyData: $(middle nobody-key.base64)}/" config.yaml >wrong.yaml
timeout 60 fitsched run --kubeconfig by-token.kubeconfig --secure-port 0 --config wrong.yaml --release 1.20 >>shown/errors 2>&1
is "$(grep -c '^fitsched: ' shown/errors)" 13 "errors are said"

# -- what is shown ---------------------------------------------------------

kubectl get all,events,leases,endpoints -A -o yaml >shown/cluster
# They were used: with the first three and the key, pods were bound.
cat by-token.kubeconfig by-plugin.kubeconfig plugin.sh by-key.kubeconfig token-file config.yaml >told/given
tr -d '\n' <"$pki/scheduler.key" >told/key
tr -d '\n' <"$pki/nobody.key" >told/other-key
while read -r secret; do
  grep -rqF -e "$secret" told || echo "$secret"
done <secrets >unused
none "$(cat unused)" "every secret was used"
none "$(for heard in canary-api-user:canary-api-password canary-proxy-user:canary-proxy-password \
  canary-extender-user:canary-extender-password canary-policy-user:canary-policy-password 'Bearer canary-api-token'; do
  grep -qF "$heard" told/overheard || echo "$heard"
done)" "passwords and tokens left the process"
is "$(cat told/plugin)" canary-plugin-variable "and the plugin got its variable"
for file in shown/*; do tr -d '\n' <"$file" >"joined-${file#shown/}"; done
none "$(grep -lF -f secrets shown/* joined-*)" "and none is shown"
is "$(cat shown/*.log shown/*.pages | grep -c . | awk '{ print ($1 > 300) }')" 1 "though much is"
finish
