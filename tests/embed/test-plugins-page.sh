#!/usr/bin/env bash
# docs/plugins.md shows the sample plugin as it is.

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"

# block LANGUAGE: the block of docs/plugins.md in that language
block ()
{
  sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$FIT_TEST_SRCDIR/docs/plugins.md" | sed '1d;$d'
}

is "$(block c)" "$(cat "$FIT_TEST_SRCDIR/tests/embed/sample-plugin.c")" "the program"
is "$(block yaml)" "$(cat "$FIT_TEST_SRCDIR/tests/embed/sample-config.yaml")" "its configuration"
finish
