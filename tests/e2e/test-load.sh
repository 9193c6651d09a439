#!/usr/bin/env bash
# test-load.sh - fitsched run binds all pods of a large load, each once and where it fits
#
# 100 nodes and 1,000 pods; FIT_TEST_LONG=1 (./dev e2e --long): 1,000 and 10,000,
# and thirty starts on a busy machine.
# SPDX-License-Identifier: Apache-2.0

. "${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}/tests/e2e/tools.sh"

nodes=100 pods=1000
[ -z "${FIT_TEST_LONG-}" ] || nodes=1000 pods=10000

# background COMMAND...: ends with the test
background ()
{
  "$@" >/dev/null 2>&1 &
  started+=("$!")
}

cluster_up
is "$?" 0 "a control plane starts"
background bed record record
recorder=$!
background bed kubelet
start --policy policy.json --kube-api-qps 5000 --kube-api-burst 5000
bed load --nodes "$nodes" --pods "$pods" >load.out
is "$(cut -d' ' -f1-6 load.out)" "created $nodes nodes and $pods pods" "$nodes nodes and $pods pods are created"
bed await "$pods" --seconds 300 >await.out
is "$(sed -n 's/ before.*//p' await.out)" "bound $pods" "all pods are bound"
all_run () { [ "$(kubectl get pods --field-selector status.phase!=Running -o name | wc -l)" -eq 0 ]; }
within 120 all_run
is "$?" 0 "and run"
is "$(grep -c ' bound default/' log)" "$pods" "each is bound once, a line for each"
kill "$recorder"
bed check record >check.out
is "$(cat check.out)" "$pods pods bound, $pods bindings checked, 0 pods pending, 2 lists, 0 wrong" \
  "and where it fits, as the server has it"
stop
is "$?" 0 "SIGTERM ends it with 0"

# -- starts while other programs keep the processors busy ------------------

if [ -n "${FIT_TEST_LONG-}" ]; then
  for _ in {1..8}; do
    background yes
  done
  has_read () { grep -q "note: read $nodes nodes" "$scheduler_log"; }
  slow=0
  for _ in {1..30}; do
    start --policy policy.json
    within 4 has_read || slow=$((slow + 1))
    stop
  done
  is "$slow" 0 "no answer of the server waits for another one"
fi

finish
