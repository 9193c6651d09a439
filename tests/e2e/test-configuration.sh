#!/usr/bin/env bash
# test-configuration.sh - fitsched run on a real API server: where its rules come from, its log
#
# shellcheck disable=SC2154 # variables of tools.sh
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/tools.sh"

cluster_up --nodes 5 --pods 0
is "$?" 0 "a control plane starts"

# -- a Policy in a ConfigMap -----------------------------------------------

# may_read NAMESPACE NAME: the role of kube-scheduler does not allow it
may_read ()
{
  kubectl -n "$1" create role "read-$2" --verb get --resource configmaps --resource-name "$2" >/dev/null
  kubectl -n "$1" create rolebinding "read-$2" --role "read-$2" --user system:kube-scheduler >/dev/null
}

# refused ARGUMENT...: what fitsched run says, and its status
refused () { fitsched run --kubeconfig "$FITSCHED_KUBECONFIG" "$@" 2>&1; echo "$?"; }

kubectl create namespace night >/dev/null
may_read kube-system policy
may_read night policy
is "$(refused --policy-configmap policy)" 'fitsched: cannot read ConfigMap kube-system/policy: 404: configmaps "policy" not found
3' "a ConfigMap that does not exist"
is "$(refused --policy-configmap other)" 'fitsched: cannot read ConfigMap kube-system/other: 403: configmaps "other" is forbidden: User "system:kube-scheduler" cannot get resource "configmaps" in API group "" in the namespace "kube-system"
3' "one that may not be read"
kubectl -n night create configmap policy --from-file policy.json >/dev/null
is "$(refused --policy-configmap policy --policy-configmap-namespace night)" 'fitsched: ConfigMap night/policy: data: found the keys policy.json, expected policy.cfg
3' "one without the key"
sed 's|"PodFitsResources"|"PodFitsResource"|' policy.json >misspelt.json
kubectl -n night create configmap policy --from-file policy.cfg=misspelt.json --dry-run=client -o yaml | kubectl replace -f - >/dev/null
is "$(refused --policy-configmap policy --policy-configmap-namespace night)" 'fitsched: ConfigMap night/policy, key policy.cfg: Invalid configuration: Predicate type not found for PodFitsResource
hint: did you mean PodFitsResources?
3' "one with a Policy that is not valid"

kubectl -n kube-system create configmap policy --from-file policy.cfg=policy.json >/dev/null
start --policy-configmap policy --logging-format json -v 4
pod one | kubectl create -f - >/dev/null
within 30 has_node one
is "$?" 0 "a Policy in a ConfigMap binds pods"
stop
is "$?" 0 "and ends"
is "$(sed -n 's/"ts":[0-9.]*,//; s/node-[0-9]*/NODE/; /bound/p' "$scheduler_log")" \
  '{"v":0,"msg":"bound","pod":{"namespace":"default","name":"one"},"node":"NODE"}' "with a line of JSON"
is "$(grep -v '^{.*}$' "$scheduler_log")" "" "and nothing else"
is "$(sed -n 's/.*"v":4,"msg":"queued","pod":{"namespace":"default","name":"one"},"queue":"\([a-zA-Z]*\)".*/\1/p' "$scheduler_log")" activeQ \
  "at -v 4, with the queues"

# -- a Policy that changes -------------------------------------------------

# put_policy: policy.json is the Policy of the cluster
put_policy ()
{
  kubectl -n kube-system create configmap policy --from-file policy.cfg=policy.json --dry-run=client -o yaml \
    | kubectl replace -f - >/dev/null
}
logged () { grep -q "$1" "$scheduler_log"; }

sed -i 's|{"name": "HostName"},|&{"name": "CheckNodeLabelPresence", "argument": {"labelsPresence": {"labels": ["none"], "presence": true}}},|' policy.json
put_policy
start --policy-configmap policy --reload -v 2
for name in first second third; do pod "$name" | kubectl create -f - >/dev/null; done
within 20 logged "failed default/third"
is "$?" 0 "a rule that no node obeys keeps pods waiting"
sed -i 's|{"name": "CheckNodeLabelPresence".*}},||' policy.json
put_policy
within 30 logged "is in effect: predicates removed: CheckNodeLabelPresence$"
is "$?" 0 "--reload takes another Policy and says what has changed"
within 20 all_bound
is "$(grep -o 'assumed default/[a-z]*' "$scheduler_log" | tr '\n' ' ')" \
  "assumed default/first assumed default/second assumed default/third " "pods that were waiting are tried by it, in their order"
is "$(grep -c 'bound default/' "$scheduler_log")" 3 "and bound, each once"
sed -i 's|"PodFitsResources"|"PodFitsResource"|' policy.json
put_policy
within 30 logged "Predicate type not found for PodFitsResource; the old rules stay$"
is "$?" 0 "a Policy that is not valid is not taken"
kubectl -n kube-system delete configmap policy >/dev/null
within 30 logged "cannot be read any more"
is "$?" 0 "one that is deleted neither"
pod later | kubectl create -f - >/dev/null
within 20 has_node later
is "$?" 0 "the old rules go on"
stop
is "$?" 0 "until the end"

# -- the name --------------------------------------------------------------

ln -s "$FIT_TEST_BUILDDIR/fitsched" kube-scheduler
cat >config.yaml <<END
apiVersion: kubescheduler.config.k8s.io/v1beta2
kind: KubeSchedulerConfiguration
clientConnection: {kubeconfig: $FITSCHED_KUBECONFIG}
leaderElection: {leaderElect: false}
healthzBindAddress: 127.0.0.1:0
metricsBindAddress: 127.0.0.1:0
END
./kube-scheduler --secure-port 0 --config config.yaml --logging-format=json -v=2 2>"$scheduler_log" &
scheduler=$!
started+=("$scheduler")
pod named | kubectl create -f - >/dev/null
within 20 has_node named
is "$?" 0 "under the name of kube-scheduler it binds pods by its --config"
stop
is "$?" 0 "and ends"
is "$(grep -c '"v":2,"msg":"assumed","pod":{"namespace":"default","name":"named"},"node":"node-[0-9]*","evaluated":5,"feasible":5,"score":' "$scheduler_log")" \
  1 "at -v 2, with the score"

finish
