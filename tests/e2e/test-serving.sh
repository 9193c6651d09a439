#!/usr/bin/env bash
# test-serving.sh - what fitsched run shows over HTTP, and to whom
#
# shellcheck disable=SC2317 # functions are called by within
# SPDX-License-Identifier: Apache-2.0

. "${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}/tests/e2e/tools.sh"

cluster_up --nodes 5 --pods 20
is "$?" 0 "a control plane starts"

plain=$((30000 + RANDOM % 1000)) secure=$((31000 + RANDOM % 1000))

# page PATH: of the plain port
page () { curl -s "http://127.0.0.1:$plain$1"; }

# status PATH [TOKEN]: of the secure port
status ()
{
  curl -sk -o body -w '%{http_code}' ${2:+-H "Authorization: Bearer $2"} "https://127.0.0.1:$secure$1"
}

# token ACCOUNT: of a new service account
token ()
{
  kubectl -n kube-system create serviceaccount "$1" >/dev/null
  echo '{"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": {}}' \
    | kubectl create --raw "/api/v1/namespaces/kube-system/serviceaccounts/$1/token" -f - \
    | sed 's/.*"token":"\([^"]*\)".*/\1/'
}

start --policy policy.json --port "$plain" --secure-port "$secure" --bind-address 127.0.0.1 -v 10
within 60 all_bound
is "$?" 0 "all pods are bound"
pod giant "" 100 | kubectl create -f - >/dev/null
waits () { page /debug/queue | grep -q default/giant; }
within 20 waits
is "$?" 0 "/debug/queue shows the pod that waits"

# -- health and metrics ----------------------------------------------------

is "$(page /healthz) $(page /readyz) $(status /healthz)" "ok ok 200" "it is healthy and ready"
is "$(page /healthz?verbose | head -n 1) $(page /healthz/ping)" "[+]leaderElection ok 404 page not found" \
  "by the check that kube-scheduler has, too"
is "$(page /metrics | grep '^leader_election_master_status')" 'leader_election_master_status{name="kube-scheduler"} 1' \
  "metrics say that it leads"
page /metrics >metrics
is "$(grep '^scheduler_schedule_attempts_total{result="scheduled"}' metrics)" \
  'scheduler_schedule_attempts_total{result="scheduled"} 20' "metrics count the pods that were bound"
is "$(grep -e '^scheduler_binding_duration_seconds_count' -e '^scheduler_pending_pods{queue="unschedulable"' metrics)" \
  'scheduler_binding_duration_seconds_count 20
scheduler_pending_pods{queue="unschedulable"} 1' "and their bindings, and the pod that waits"
is "$(sed -n 's/^rest_client_requests_total{code="201",host="[^"]*",method="POST"} //p' metrics | awk '{ print ($1 >= 20) }')" 1 \
  "and the requests for that"
grep -q '^fitsched_rejected_nodes_total{rule="PodFitsResources"} [1-9]' metrics
is "$?" 0 "and which rule rejects nodes"
if promtool=$("$FIT_TEST_SRCDIR/tests/deploy/provide-promtool.sh" --check); then
  "$promtool" check metrics <metrics >promtool.log 2>&1
  is "$(grep -c error promtool.log)" 0 "promtool reads them"
else
  skip "no promtool; tests/deploy/provide-promtool.sh downloads it" "promtool reads them"
fi

# -- explanations ----------------------------------------------------------

# A list of an API server has its nodes in any order; all of them are equal here.
any_order () { sed 's/node-0000[0-9]/node/g' | sort; }

# explained ARGUMENT...: what fitsched explain says of these
explained () { fitsched explain --policy policy.json "$@" 2>/dev/null | any_order; }

kubectl get nodes,pods -A -o yaml >cluster.yaml
page '/debug/explain?pod=default/giant' | any_order >page
grep -q 'Insufficient cpu: requested 100, used ' page
is "$?" 0 "/debug/explain says why a pod waits"
is "$(cat page)" "$(explained --as-is -f cluster.yaml giant)" "it prints what fitsched explain prints of a file"
is "$(cat page)" "$(explained --kubeconfig "$KUBECONFIG" giant)" "and of the cluster"
is "$(page '/debug/explain?pod=default/giant&format=json' | any_order)" \
  "$(explained --as-is -f cluster.yaml -o json giant)" "and as JSON"
is "$(page '/debug/explain?pod=default/gian')" "no pod default/gian in the cluster
hint: did you mean default/giant?" "it says which pods there are"

# -- rights ----------------------------------------------------------------

kubectl create clusterrole metrics --verb=get --non-resource-url=/metrics >/dev/null
kubectl create clusterrolebinding metrics --clusterrole=metrics --serviceaccount=kube-system:prometheus >/dev/null
allowed=$(token prometheus)
stranger=$(token stranger)
is "$(status /metrics) $(status /metrics "$stranger") $(status /metrics canary-of-nobody) $(status /metrics "$allowed")" \
  "403 403 401 200" "only who has the right sees metrics"
is "$(status /configz "$allowed") $(status /debug/nodes "$allowed") $(status /debug/explain?pod=default/giant)" "403 403 403" "each page has its own right"

# -- certificates, of the authorities that the API server names ------------

# status_of CERTIFICATE PATH [HEADER]: of the secure port, for one of the cluster's certificates
pki=$FITSCHED_CLUSTER/pki
status_of ()
{
  curl -sk -o body -w '%{http_code}' --cert "$pki/$1.crt" --key "$pki/$1.key" ${3:+-H "$3"} "https://127.0.0.1:$secure$2"
}
user='X-Remote-User: system:serviceaccount:kube-system:prometheus'
is "$(status_of admin /configz) $(status_of nobody /metrics)" "200 403" "a certificate of the cluster names its user"
is "$(sed 's/.*"message":"\([^,]*\)",.*/\1/' body)" 'forbidden: User \"nobody\" cannot get path \"/metrics\"' "by name"
is "$(status_of proxy /metrics "$user") $(status_of proxy /configz "$user") $(status_of proxy /metrics "X-Remote-User: nobody")" \
  "200 403 403" "a front proxy names the user"
is "$(status_of false-proxy /metrics "$user") $(status_of nobody /metrics "$user")" "401 403" "and nobody else does"

(cd "$pki" && openssl req -x509 -newkey rsa:2048 -nodes -keyout later.key -subj /O=system:masters/CN=later -days 2 -out later.crt) 2>openssl.log
is "$(status_of later /metrics)" 401 "a certificate of an authority that is not there yet"
kubectl -n kube-system get configmap extension-apiserver-authentication -o 'jsonpath={.data.client-ca-file}' >both.crt
cat "$pki/later.crt" >>both.crt
kubectl -n kube-system patch configmap extension-apiserver-authentication --type merge \
  -p "{\"data\": {\"client-ca-file\": \"$(awk '{ printf "%s\\n", $0 }' both.crt)\"}}" >/dev/null
knows_later () { [ "$(status_of later /metrics)" = 200 ]; }
within 30 knows_later
is "$?" 0 "counts as soon as it is"

# -- the debugger ----------------------------------------------------------

kill -USR2 "$scheduler"
dumped () { grep -q 'the cache and the queue agree with the API server' log && grep -q 'unschedulableQ: 1' log; }
within 20 dumped
is "$?" 0 "SIGUSR2 compares and dumps the cache"
is "$(page /healthz)" ok "and the scheduler goes on"

for url in /metrics /configz /debug/queue /debug/nodes '/debug/explain?pod=default/giant'; do page "$url"; done >pages
cat log pages | grep -c -e "$allowed" -e "$stranger" -e canary-of-nobody >canaries
is "$(cat canaries)" 0 "no token reaches the log or a page"
stop
is "$?" 0 "it ends as it should"

# -- how long plugins take --------------------------------------------------

kubectl delete pod giant --grace-period 0 --force >/dev/null 2>&1
pod timed | kubectl create -f - >/dev/null
cat >profile.yaml <<END
apiVersion: kubescheduler.config.k8s.io/v1beta1
kind: KubeSchedulerConfiguration
clientConnection: {kubeconfig: $FITSCHED_KUBECONFIG}
leaderElection: {leaderElect: false}
metricsBindAddress: 127.0.0.1:$plain
END
start --config profile.yaml --release 1.20.2
within 60 has_node timed
is "$?" 0 "a profile binds a pod"
page /metrics >metrics
is "$(sed -n 's/^scheduler_plugin_execution_duration_seconds_count\(.*\("NodeResourcesFit"\|"TaintToleration"\).*\)/\1/p' metrics)" \
  '{extension_point="Filter",plugin="NodeResourcesFit",status="Success"} 1
{extension_point="Filter",plugin="TaintToleration",status="Success"} 1
{extension_point="PreFilter",plugin="NodeResourcesFit",status="Success"} 1
{extension_point="PreScore",plugin="TaintToleration",status="Success"} 1
{extension_point="Score",plugin="TaintToleration",status="Success"} 1' "metrics count the plugins of the first attempt, by point and status"
is "$(sed -n 's/^scheduler_plugin_execution_duration_seconds_bucket{.*"Filter".*"NodeResourcesFit".*le="\(1e-05\|+Inf\)".*/\1/p' metrics)" \
  $'1e-05\n+Inf' "in a histogram"
stop
is "$?" 0 "it ends as it should"

# -- attempts of preemption --------------------------------------------------

# Where PreFilter rejects a pod, DynamicResources of 1.34 fails before it is the turn of DefaultPreemption.
cat >today.yaml <<END
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection: {kubeconfig: $FITSCHED_KUBECONFIG}
leaderElection: {leaderElect: false}
END
start --config today.yaml --release 1.34 --secure-port "$secure" --bind-address 127.0.0.1
{ pod large "" 100; pod without "volumes: [{name: v, persistentVolumeClaim: {claimName: none}}]"; } | kubectl create -f - >/dev/null
both_failed () { grep -q ' failed default/large ' log && grep -q ' failed default/without ' log; }
within 20 both_failed
status_of admin /metrics >code
is "$(sed -n 's/^scheduler_framework_extension_point_duration_seconds_count{extension_point="PostFilter",.*status="\(.*\)"}/\1/p
          /^scheduler_preemption_attempts_total/p' body)" "Error 1
Unschedulable 1
scheduler_preemption_attempts_total 1" "an attempt that another plugin ends is none of preemption"
stop
kubectl delete pod large without --grace-period 0 --force >/dev/null 2>&1

# -- the ConfigMap is not looked up, or cannot be ---------------------------

start --policy policy.json --secure-port "$secure" --bind-address 127.0.0.1 --authentication-skip-lookup
answers () { [ "$(status /healthz)" = 200 ]; }
within 20 answers
sleep 1
is "$(status_of admin /configz) $(sed 's/.*User \\"\([^\]*\).*/\1/' body)" "403 system:anonymous" "without a lookup no certificate counts"
stop
start --policy policy.json --secure-port "$secure" --bind-address 127.0.0.1 --authentication-kubeconfig "$FITSCHED_CLUSTER/nobody.kubeconfig"
refused () { grep -q 'which client certificates count' log; }
within 20 refused
is "$(sed -n 's/.*note: \(which client.*\)/\1/p' log)" 'which client certificates count may be out of date: cannot read ConfigMap kube-system/extension-apiserver-authentication: 403: configmaps "extension-apiserver-authentication" is forbidden: User "nobody" cannot get resource "configmaps" in API group "" in the namespace "kube-system"' \
  "a lookup that fails is said"
stop
FITSCHED_KUBECONFIG=$FITSCHED_CLUSTER/nobody.kubeconfig start --policy policy.json --secure-port "$secure" --bind-address 127.0.0.1 \
  --authentication-tolerate-lookup-failure=false
wait "$scheduler"
is "$? $(tail -n 1 log)" '3 fitsched: cannot read ConfigMap kube-system/extension-apiserver-authentication: 403: configmaps "extension-apiserver-authentication" is forbidden: User "nobody" cannot get resource "configmaps" in API group "" in the namespace "kube-system"' \
  "or ends fitsched, where it must not fail"
finish
