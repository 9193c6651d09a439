#!/usr/bin/env bash
# test-shutdown.sh - a fitsched run that is asked to end while the server takes few requests
#
# At first 400 pods fit nowhere, and 60 do.  At 10 requests per second the bindings take 6 of
# the 16 seconds of grace, and everything together takes 45.
# SPDX-License-Identifier: Apache-2.0

. "${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}/tests/e2e/tools.sh"

cluster_up --nodes 20
is "$?" 0 "a control plane starts"
for i in $(seq 400); do pod "giant-$i" "" 100; done | kubectl create -f - >/dev/null
bed load --pods 60 >/dev/null
start --policy policy.json --kube-api-qps 10 --kube-api-burst 10 --shutdown-grace 16s
decided () { [ "$(grep -c ' failed default/giant' log)" -eq 400 ] && grep -q ' bound default/' log; }
within 60 decided
is "$?" 0 "400 pods fit nowhere"
stop
is "$?" 0 "SIGTERM ends it with 0, within the grace"
is "$(grep -c ' bound default/' log)" 60 "after all bindings"
is "$(kubectl get pods --field-selector spec.nodeName!= -o name | wc -l)" 60 "which the server has"
is "$(grep -c ' note: .* were dropped; the next leader sends what is missing$' log)" 1 "it says what it has not written"
is "$(kubectl get lease -n kube-system kube-scheduler -o 'jsonpath={.spec.holderIdentity}')" "" "and the lock is released"

# Decisions do not run far ahead of bindings: SIGTERM finds few that wait.
bed load --pods 1060 >/dev/null
scheduler_log=log2
start --policy policy.json --kube-api-qps 100 --kube-api-burst 1
within 60 grep -q ' bound default/' log2
stop
is "$?" 0 "SIGTERM ends it with 0 while 1000 pods are bound"
[ "$(pending)" -gt 600 ]
is "$?" 0 "and those that nobody has decided about keep waiting"

finish
