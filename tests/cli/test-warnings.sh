#!/usr/bin/env bash
# Warnings of validate: every example of 'fitsched explain-warning' loads and has
# its warning; docs/policy.md says what the program says.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

gates=TaintNodesByCondition=false,EvenPodsSpread=true

# FP310 is about a Service that is not there, beside others that are.
cp life.yaml cluster.yaml
printf -- '---\n{apiVersion: v1, kind: Service, metadata: {name: web, namespace: default}, spec: {}}\n' >>cluster.yaml

for code in $(fitsched explain-warning -o name); do
  fitsched explain-warning "$code" | sed -n '/^Example:/,/^$/s/^  //p' >example.json
  options=(--policy-file --feature-gates $gates)
  case $(head -n 1 example.json) in
    apiVersion*) options=() ;;
    "{"*) ;;
    *) printf '{"apiVersion": "v1", "kind": "Policy",\n%s}\n' "$(cat example.json)" >whole.json
       mv whole.json example.json ;;
  esac
  fitsched validate example.json "${options[@]}" -f cluster.yaml >out 2>&1
  is "$? $(grep -c "^  warning: .*($code)\$" out)" "0 1" "the example of $code has it"
  is "$(grep -c '^    fix: .*\.$' out)" "$(grep -c '^  warning: ' out)" "$code: each warning says what to do"
done

# The other way round: a file that has none.
fitsched validate --strict "$FIT_TEST_SRCDIR/policies/default-provider.json" >/dev/null 2>&1
is "$?" 0 "nothing is to be said about the defaults, written out"

n=0
for file in "$FIT_TEST_SRCDIR"/policies/*.json; do
  for release in 1.21 1.34.1; do
    fitsched migrate "$file" --to-release $release --accept-loss >migrated.yaml 2>/dev/null || continue
    n=$((n + 1))
    fitsched validate --release $release migrated.yaml >out
    is "$(grep -cE '^  warning: .*\((FP4..|FP501)\)' out)" 0 \
      "no list that migrate writes for ${file##*/} and $release has entries that change nothing"
  done
done
is $((n > 20)) 1 "most of the Policies can be migrated"

is "$(grep '^| FP' "$FIT_TEST_SRCDIR/docs/policy.md")" "$("$tools/print-warnings")" \
  "docs/policy.md lists the warnings"
finish
