#!/usr/bin/env bash
# The example of docs/contributing.md: a program that links the library, not
# the objects behind it, and brings rules of its own.

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
FIT_TEST_BUILDDIR=${FIT_TEST_BUILDDIR:-$FIT_TEST_SRCDIR/build}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"

program=$FIT_TEST_BUILDDIR/tests/embed/label-budget
cd "$FIT_TEST_SRCDIR/tests/embed" || exit 1

# run COMMAND...: with the Policy and the cluster of this directory
run ()
{
  "$program" "$@" --policy budget-policy.yaml -f budget-cluster.yaml
}

is "$(run simulate -o name)" "\
default/web-1 node-b
default/web-2 node-b
default/web-3 node-a
default/web-4 -
default/db-0 node-a
default/odd-0 -" "both rules decide where pods go"
result=$(run simulate)
is "$(grep -A 1 web-4 <<<"$result")" "\
default/web-4  -           -          2         0
    0/2 nodes are available: 2 node(s) had no budget left for the pod." "the reason is told"
is "$(grep -A 1 odd-0 <<<"$result" | tail -1)" \
  '    label budget: "many" is no number from 0 to 1000 (repeated 2 times)' "so is an error"
is "$(grep web-1 <<<"$result")" "default/web-1  node-b     20          2         2" \
  "the weight of the Policy counts"
is "$(run explain web-4 | grep '^  node-a')" \
  "  node-a  LabelBudget  node(s) had no budget left for the pod: 2 pods of its kind are there, the budget is 2" \
  "its reason is explained"
is "$("$program" list predicates -o name | grep -c '^LabelBudget$')" 1 "the predicate is listed"
is "$("$program" list priorities -o name | grep -c '^LabelBudgetPriority$')" 1 \
  "the priority is listed"
"$program" validate budget-policy.yaml >/dev/null
is "$?" 0 "the Policy is valid for this program"
"$FIT_TEST_BUILDDIR/fitsched" validate budget-policy.yaml >/dev/null 2>&1
is "$?" 3 "and for no other"
finish
