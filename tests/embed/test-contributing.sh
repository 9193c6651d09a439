#!/usr/bin/env bash
# docs/contributing.md shows the example as it is.

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"

# block LANGUAGE: the block of docs/contributing.md in that language
block ()
{
  sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$FIT_TEST_SRCDIR/docs/contributing.md" | sed '1d;$d'
}

is "$(block c)" "$(cat "$FIT_TEST_SRCDIR/tests/embed/label-budget.c")" "the program"
is "$(block yaml)" "$(cat "$FIT_TEST_SRCDIR/tests/embed/budget-policy.yaml")" "its Policy"
finish
