#!/usr/bin/env bash
# What the library answers is what the command prints.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/../cli/common.sh"

# same "QUESTION..." ARGUMENT...: an explainer asked the question gives what
# fitsched explain ARGUMENT... prints
same ()
{
  local question expected
  read -ra question <<<"$1"
  shift
  expected=$(fitsched explain "$@" -o json 2>/dev/null)
  is "$("$FIT_TEST_BUILDDIR/tests/explain/explain-json" "${question[@]}" 2>&1)" "$expected" \
    "fitsched explain $*"
  [ -n "$expected" ] || ok 1 "there is something to compare"
}

cluster="cluster.json services.yaml pods.yaml"
files="-f cluster.json -f services.yaml -f pods.yaml"
for pod in shop/web-3 ml/simulation ml/train-1 default/report; do
  same "policy=policy.json ask=extenders $cluster $pod" --policy policy.json $files $pod
  same "provider=ClusterAutoscalerProvider ask=all $cluster $pod" \
    --provider ClusterAutoscalerProvider --all $files $pod
  same "configuration=profile.yaml $cluster $pod" --config profile.yaml $files $pod
  same "configuration=profile.yaml release=1.28 ask=alone $cluster $pod" \
    --config profile.yaml --release 1.28 --alone $files $pod
done
same "$cluster shop/redis-0" --provider DefaultProvider $files shop/redis-0
same "policy=policy-1.10.json release=1.10 $cluster shop/web-3" \
  --policy policy-1.10.json --emulate-release 1.10 $files shop/web-3
same "gates=EvenPodsSpread=true $cluster shop/web-3" \
  --provider DefaultProvider --feature-gates EvenPodsSpread=true $files shop/web-3
same "configuration=profile-1.20.yaml release=1.20 two-profiles.yaml default/packed" \
  --config profile-1.20.yaml --release 1.20 -f two-profiles.yaml packed
same "configuration=profile-alpha.yaml policy=policy.json release=1.16 ties.yaml default/tied-1" \
  --config profile-alpha.yaml --release 1.16 -f ties.yaml tied-1
same "configuration=profile.yaml gated.yaml default/gated" --config profile.yaml -f gated.yaml gated
same "configuration=profile.yaml chosen-nodes.yaml default/torn" \
  --config profile.yaml -f chosen-nodes.yaml torn
same "missing-claim.yaml default/needs-claim" \
  --provider DefaultProvider -f missing-claim.yaml needs-claim
same "policy=gpu-policy.json gpu-cluster.yaml default/train-1" \
  --policy gpu-policy.json -f gpu-cluster.yaml --extenders skip train-1
same "scheduler=other $cluster shop/web-3" \
  --provider DefaultProvider --scheduler-name other $files shop/web-3

# Admission refuses some of the new pods, of which there are explanations, too.
restricted="workload-nodes.yaml restricted.yaml restricted-pods.yaml"
files="-f workload-nodes.yaml -f restricted.yaml -f restricted-pods.yaml"
for pod in hlkpn plq4r twjck; do
  same "$restricted shop/web-5c6fbc67b7-$pod" \
    --provider DefaultProvider $files shop/web-5c6fbc67b7-$pod
done
for pod in db-0 db-1 db-2; do
  same "workload-nodes.yaml restricted-database.yaml data/$pod" \
    --provider DefaultProvider -f workload-nodes.yaml -f restricted-database.yaml data/$pod
done
is "$("$FIT_TEST_BUILDDIR/tests/explain/explain-json" provider=DefaultProvider $restricted \
  shop/web-5c6fbc67b7-twjck | grep -E '"(mode|message)"')" '      "mode": "refused",
      "message": "exceeded quota: compute, requested: requests.cpu=250m, used: requests.cpu=3500m, limited: requests.cpu=2",' \
  "an explainer says why admission refuses a pod"
finish
