#!/usr/bin/env bash
# test-deploy.sh - the manifests of deploy/ on a real API server, with the rights that they give
#
# shellcheck disable=SC2317 # functions are called by within
# SPDX-License-Identifier: Apache-2.0

. "${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}/tests/e2e/tools.sh"
deploy=$FIT_TEST_SRCDIR/deploy

# respell: the kubectl of a control plane of 1.20 reads older spellings, and its server has budgets in policy/v1beta1
respell ()
{
  local file bases
  for file in $(find deploy -name kustomization.yaml); do
    bases=$(grep '^- \.\./' "$file")
    sed -i '/^- \.\.\//d; s/^patches:/patchesJson6902:/' "$file"
    if [ -n "$bases" ]; then printf 'bases:\n%s\n' "$bases" >>"$file"; fi
  done
  sed -i 's,^apiVersion: policy/v1$,apiVersion: policy/v1beta1,' deploy/budget/budget.yaml
}
cp -r "$deploy" deploy
[ "$minor" -ge 21 ] || respell

cluster_up --nodes 3
is "$?" 0 "a control plane starts"

# rendered OVERLAY: as this server wants it
rendered () { kubectl kustomize "deploy/overlays/$1"; }

# arguments OVERLAY: of the container, with the files and the namespace of this test
arguments ()
{
  rendered "$1" | kubectl create --dry-run=client -f - -o json \
    | sed -n '/"args": \[/,/\]/s/^ *"\(-.*\|run\)",\{0,1\}$/\1/p' \
    | sed "s,/etc/fitsched/,$deploy/base/,; s,\$(NAMESPACE),fitsched,"
}

# as_deployed OVERLAY ARGUMENT...: fitsched run, with the arguments of the overlay and the rights of its user
as_deployed ()
{
  local overlay=$1 given
  shift
  kubectl create --raw /api/v1/namespaces/fitsched/serviceaccounts/fitsched/token -f - >token.json \
    <<<'{"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": {}}'
  sed -n 's/.*"token":"\([^"]*\)".*/\1/p' token.json >token
  cat >deployed.kubeconfig <<EOF
apiVersion: v1
kind: Config
clusters: [{name: here, cluster: {server: "$(server)", certificate-authority: $FITSCHED_CLUSTER/pki/ca.crt}}]
users: [{name: fitsched, user: {tokenFile: $PWD/token}}]
contexts: [{name: here, context: {cluster: here, user: fitsched}}]
current-context: here
EOF
  chmod 600 deployed.kubeconfig
  mapfile -t given < <(arguments "$overlay" | sed 1d)
  FITSCHED_KUBECONFIG=deployed.kubeconfig start "${given[@]}" --secure-port 0 "$@"
}
server () { kubectl config view -o 'jsonpath={.clusters[0].cluster.server}'; }

# -- the server takes them -------------------------------------------------

kubectl apply -f "$deploy/base/namespace.yaml" >/dev/null
for overlay in "$deploy"/overlays/*; do
  name=$(basename "$overlay")
  rendered "$name" | kubectl apply --dry-run=server -f - >applied 2>&1
  is "$?" 0 "the server takes $name"
  none "$(grep -v 'server dry run' applied)" "without a word"
  none "$(rendered "$name" | grep -n secrets)" "and it asks for no secrets"
done

# A server of 1.20 knows no Indexed Jobs, which came with 1.21: it checks the rest.
[ "$minor" -ge 21 ] || sed -i '/^  completionMode: Indexed$/d' deploy/tune/job.yaml
kubectl apply --dry-run=server -f deploy/tune/job.yaml >applied 2>&1
is "$?" 0 "the server takes the Job of a search"
is "$(grep -c 'server dry run' applied) $(wc -l <applied)" "2 2" "with its volume, without a word"
is "$(sed -n '/^spec:/,/^  template:/p' "$deploy/tune/job.yaml" | grep -A2 -xF '  completionMode: Indexed')" "  completionMode: Indexed
  completions: 8
  parallelism: 8" "it is an Indexed Job, whose pods all run at the same time"

# -- a shadow --------------------------------------------------------------

rendered shadow | kubectl apply -f - >/dev/null
as_deployed shadow
pod shadowed | kubectl create -f - >/dev/null
sleep 2
is "$(node_of shadowed)" "" "a shadow binds nothing"
kubectl create --raw /api/v1/namespaces/default/pods/shadowed/binding -f - >/dev/null <<'EOF'
{"apiVersion": "v1", "kind": "Binding", "metadata": {"name": "shadowed"},
 "target": {"kind": "Node", "name": "node-00001"}}
EOF
within 20 grep -q default/shadowed log
is "$?" 0 "but says what it thinks of a decision"
none "$(grep -i forbidden log)" "its rights to read are enough"
ends_well

# The second port given counts: certificates matter only where one is open.
port=$((29000 + RANDOM % 900))
as_deployed shadow --secure-port "$port"
is_admin () { [ "$(curl -sk -o body -w '%{http_code}' --cert "$FITSCHED_CLUSTER/pki/admin.crt" --key "$FITSCHED_CLUSTER/pki/admin.key" "https://127.0.0.1:$port/metrics")" = 200 ]; }
within 20 is_admin
is "$?" 0 "it may read which client certificates count"
none "$(grep -i forbidden log)" "and nothing that it wants to read is forbidden"
stop

# -- a second scheduler ----------------------------------------------------

rendered two-replicas | kubectl apply -f - >/dev/null
as_deployed two-replicas
{ pod ours "schedulerName: fitsched"; pod theirs; } | kubectl create -f - >/dev/null
within 40 has_node ours
is "$?" 0 "a second scheduler binds its pods with the rights of its manifests"
is "$(node_of theirs)" "" "and leaves those of others alone"
is "$(kubectl -n fitsched get lease fitsched -o 'jsonpath={.spec.holderIdentity}' | grep -c .)" 1 "it holds its lease"
pod giant "schedulerName: fitsched" 100 | kubectl create -f - >/dev/null
has_reason () { kubectl get events | grep -q 'FailedScheduling.*giant.*Insufficient cpu'; }
within 20 has_reason
is "$?" 0 "events are written"
none "$(grep -i forbidden log)" "nothing is forbidden that it needs"
stop
is "$?" 0 "it ends"

# -- a replacement ---------------------------------------------------------

rendered replacement | kubectl apply -f - >/dev/null
as_deployed replacement
within 30 has_node theirs
is "$?" 0 "a replacement binds the pods of default-scheduler"
is "$(kubectl -n kube-system get lease kube-scheduler -o 'jsonpath={.spec.holderIdentity}' | grep -c .)" 1 "under kube-scheduler's lease"
none "$(grep -i forbidden log)" "nothing is forbidden that it needs"
ends_well

finish
