#!/usr/bin/env bash
# Warnings of validate: every example of 'fitsched explain-warning' loads and has
# its warning; docs/policy.md says what the program says.

. "$(dirname "$0")/common.sh"

gates=TaintNodesByCondition=false,EvenPodsSpread=true

for code in $(fitsched explain-warning -o name); do
  fitsched explain-warning "$code" | sed -n '/^Example:/,/^$/s/^  //p' >example.json
  [ "$(head -c 1 example.json)" = "{" ] \
    || printf '{"apiVersion": "v1", "kind": "Policy",\n%s}\n' "$(cat example.json)" >example.json
  fitsched validate --policy-file example.json --feature-gates $gates -f life.yaml >out 2>&1
  is "$? $(grep -c "^  warning: .*($code)\$" out)" "0 1" "the example of $code has it"
done

# The other way round: a file that has none.
fitsched validate --strict "$FIT_TEST_SRCDIR/policies/default-provider.json" >/dev/null 2>&1
is "$?" 0 "nothing is to be said about the defaults, written out"

is "$(grep '^| FP' "$FIT_TEST_SRCDIR/docs/policy.md")" "$("$tools/print-warnings")" \
  "docs/policy.md lists the warnings"
finish
