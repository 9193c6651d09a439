#!/usr/bin/env bash
# The example of docs/library.md: a program that asks where a pod would go.

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
FIT_TEST_BUILDDIR=${FIT_TEST_BUILDDIR:-$FIT_TEST_SRCDIR/build}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"

program=$FIT_TEST_BUILDDIR/tests/embed/ask-why
cd "$FIT_TEST_SRCDIR/tests/embed" || exit 1

# ask POD: what the program says, without the JSON, and its status
ask ()
{
  "$program" shop-policy.yaml shop-cluster.yaml "$1" 2>&1 >/dev/null
  echo "status $?"
}

# shown: the commands of the page, and what they print
shown ()
{
  sed -n '/^```console$/,/^```$/p' "$FIT_TEST_SRCDIR/docs/library.md" | sed '/^```/d'
}

is "$(ask default/db-0)" $'it goes to large\nstatus 0' "where a pod goes"
is "$(ask shop/report)" \
  $'it does not fit on any node: 0/3 nodes are available: 3 Insufficient cpu.\nstatus 0' "why it does not fit"
is "$(ask default/db-1)" \
  $'no pod default/db-1 in the cluster\nhint: did you mean default/db-0?\nstatus 3' "no such pod"
is "$("$program" shop-policy.yaml shop-policy.yaml default/db-0 2>&1)" \
  "no pod default/db-0 in the cluster" "no such cluster"
for pod in default/db-0 shop/report; do
  is "$("$program" shop-policy.yaml shop-cluster.yaml $pod 2>/dev/null)" \
    "$("$FIT_TEST_BUILDDIR/fitsched" explain --policy shop-policy.yaml -f shop-cluster.yaml $pod -o json 2>/dev/null)" \
    "the JSON is that of fitsched explain $pod"
done
is "$(shown | grep -c '^\$ ')" 1 "the page shows one run"
is "$(PATH=$(dirname "$program"):$PATH; eval "$(shown | sed -n 's/^\$ \.\///p')" 2>&1)" \
  "$(shown | sed 1d)" "and what it prints"
finish
