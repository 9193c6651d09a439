#!/usr/bin/env bash
# test-browser.sh - the page of --html, looked at and used in a real browser
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../cli/common.sh"

for need in chromium:chromium chromedriver:chromium-driver python3:python3; do
  if ! command -v "${need%%:*}" >/dev/null; then
    skip "no ${need%%:*}; apt-get install ${need##*:}" "the page in a browser"
    finish
  fi
done

if ! fitsched --version | grep -q sanitizers=no; then
  skip "the script has no sanitizer, and test-pages.sh makes pages under this one" "the page in a browser"
  finish
fi

here=$FIT_TEST_SRCDIR/tests/report
# shellcheck disable=SC2086
{
  fitsched simulate $demo --html demo.html
  fitsched diff --left policy.json --right profile.yaml -f cluster.json -f services.yaml --pods pods.yaml --html diff.html
  fitsched validate policy.json policy-1.10.json cluster.json --html validation.html
  fitsched simulate $demo --until-full --html capacity.html
  fitsched simulate $demo --nodes-needed node.yaml --html nodes-needed.html
  fitsched simulate --policy policy.json -f cluster.json --pods template.yaml --replicas 20 --nodes-needed node.yaml --html copies.html
  fitsched simulate --provider DefaultProvider -f crowded.yaml --moves 4 --html moves.html
  fitsched simulate --provider DefaultProvider -f what-if.yml -f what-if-web.yml --rollout deploy/web --html rollout.html
  fitsched simulate $demo --compress --bound --fragments --html compression.html
  fitsched simulate --policy policy.json -f cluster.json -f services.yaml --trace day.jsonl --html replay.html
  cat day.jsonl - >again.jsonl <<'END'
{"time": "2019-11-20T09:20:00Z", "verb": "delete", "object": {"kind": "Pod", "metadata": {"name": "web-3", "namespace": "shop"}}}
{"time": "2019-11-20T09:21:00Z", "verb": "add", "object": {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web-3", "namespace": "shop"}, "spec": {"containers": [{"name": "c"}]}}}
END
  fitsched simulate --policy policy.json -f cluster.json -f services.yaml --trace again.jsonl --html again.html
  fitsched migrate policy.json --verify -f cluster.json -f services.yaml --pods pods.yaml --html migration.html
  fitsched explain shop/web-3 $demo --html explanation.html
  fitsched tune --provider DefaultProvider --legacy-labels -f shapes.yaml --html tuning.html
  fitsched simulate --policy policy.json --sweep cluster.json --sweep shapes.yaml --pods pods.yaml --html sweep.html
  fitsched diff --find --left-release 1.22 --right-release 1.23 --budget 300 --html found.html
  fitsched simulate --policy policy.json -f cluster.json --drain worker-a1 --html assumed.html
  fitsched explain shop/web-3 ml/simulation $demo -o json >saved.json
  fitsched simulate --provider DefaultProvider -f workload-nodes.yaml -f zones.yaml --pods zoned.yaml --html zones.html
  python3 "$here/make-answers.py" .
  fitsched simulate --provider DefaultProvider -f churn.json --trace churn.jsonl --html churn.html -o json >churned.json
  fitsched report large.json --html large.html
  fitsched report vast.json --html vast.html
  fitsched report hostile.json --html hostile.html
  fitsched report calm.json --html calm.html
  fitsched report twins.json --html twins.html
  fitsched report saved.json --html several.html
} >output.txt 2>&1

if tools=$("$here/provide-page-tools.sh" --check); then
  export FIT_TEST_AXE=$tools/axe-core/axe.min.js
fi
python3 -B "$here/check-page.py" "$work"
