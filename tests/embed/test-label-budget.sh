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

# migrated RELEASE HOW: the plugins that replace the rules, the report on them
# and the exit status
migrated ()
{
  local out status
  out=$("$program" migrate budget-policy.yaml --from-release "$1" --to-release 1.30 --unknown-plugins "$2" 2>&1)
  status=$?
  grep -A 1 'name: LabelBudget' <<<"$out" | grep -v disabled
  sed -n '/^Out of tree/,/^$/p;/^fitsched/p' <<<"$out" | grep .
  echo "status $status"
}

kept="\
      - name: LabelBudget
      - name: LabelBudgetPriority
        weight: 2
Out of tree:
  LabelBudget          filter
      kept: a rule of this program; the scheduler has to be built with a plugin
      of this name; write it as a FilterPlugin
  LabelBudgetPriority  score, weight 2
      kept: a rule of this program; the scheduler has to be built with a plugin
      of this name; write it as a ScorePlugin, whose scores go up to 100, no
      longer up to 10
status 0"
skipped="\
Out of tree:
  LabelBudget          filter
  LabelBudgetPriority  score, weight was 2
      a rule of this program, left out: placements may differ
status 0"
for release in 1.16 1.17 1.22; do
  is "$(migrated $release keep | grep -v '^--')" "$kept" "migrated from $release, both rules become plugins"
  is "$(migrated $release skip)" "$skipped" "or are left out"
done
is "$(migrated 1.16 error)" "\
fitsched: budget-policy.yaml: Invalid configuration: Predicate type not found for LabelBudget
status 3" "or are an error, in 1.16"
is "$(migrated 1.22 error)" "\
fitsched: budget-policy.yaml: Invalid configuration: Predicate type not found for \"LabelBudget\"
status 3" "and in 1.22"
# meant COMMAND...: what is said of names near those of the rules
meant ()
{
  local written

  for written in LabelBudgt LabelBudgetPredicate LabelBudgetPriority; do
    sed "s/LabelBudget$/$written/" budget-policy.yaml | "$program" "$@" 2>&1 | grep '^ *hint: ' | sed 's/^ *//'
  done
  sed 's/LabelBudgetPriority$/LabelBudgetPriorty/' budget-policy.yaml | "$program" "$@" 2>&1 | grep '^ *hint: ' | sed 's/^ *//'
}
hints="\
hint: did you mean LabelBudget?
hint: did you mean LabelBudget?
hint: LabelBudgetPriority is a priority: list it under priorities, with a weight
hint: did you mean LabelBudgetPriority?"
is "$(meant validate -)" "$hints" "a name near that of a rule is hinted at by validate"
is "$(meant simulate --policy - -f budget-cluster.yaml)" "$hints" "by simulate"
for release in 1.16 1.17 1.22; do
  is "$(meant migrate --from-release $release -)" "$hints" "and by migrate from $release"
done
is "$(sed s/LabelBudget$/LabelBudgie/ budget-policy.yaml | "$program" migrate - 2>&1 | grep '^fitsched')" \
  'fitsched: stdin: Invalid configuration: Predicate type not found for "LabelBudgie"' \
  "a name that nobody registered is an error"
for release in 1.16 1.22; do
  is "$("$program" migrate budget-policy.yaml --from-release $release --to-release 1.30 --write /dev/null --verify \
  -f budget-cluster.yaml 2>&1 | grep '^note: \|^identical\|moved')" "\
note: --verify leaves out LabelBudget on both sides: placements may differ
note: --verify leaves out LabelBudgetPriority on both sides: placements may differ
6 same, 0 moved, 0 started fitting, 0 stopped fitting
identical placements for 6 pods" "--verify says once that it leaves them out, from $release"
done
finish
