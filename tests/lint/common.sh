# common.sh - sourced by the lints: where the sources are
# SPDX-License-Identifier: Apache-2.0

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
FIT_TEST_BUILDDIR=${FIT_TEST_BUILDDIR:-$FIT_TEST_SRCDIR/build}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"
cd "$FIT_TEST_SRCDIR" || exit 1

# sources PATTERN [DIRECTORY...]: files whose names match, sorted
sources ()
{
  local pattern=$1
  shift
  [ $# -gt 0 ] || set -- src algorithmprovider
  find "$@" -name "$pattern" -type f | sort
}

# code FILE...: "FILE:LINE:TEXT" without comments and without what is quoted
code ()
{
  [ $# -eq 0 ] || awk -v where=1 -f build-aux/strip-comments.awk "$@"
}
