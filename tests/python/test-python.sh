#!/usr/bin/env bash
# test-python.sh - the Python package over the shared library of the build
# SPDX-License-Identifier: Apache-2.0

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
FIT_TEST_BUILDDIR=${FIT_TEST_BUILDDIR:-$FIT_TEST_SRCDIR/build}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"

name="the Python package"
library=$FIT_TEST_BUILDDIR/.libs/libfitsched.so.0
if [ "${FIT_TEST_SANITIZERS:-no}" != no ] || [ ! -e "$library" ]; then
  skip "built without a shared library" "$name"
  finish
fi
if ! command -v python3 >/dev/null; then
  skip "no python3; apt-get install python3" "$name"
  finish
fi
# Debian's packages are found by Debian's own Python, which need not be the first.
python=python3
python3 -c 'import pandas' 2>/dev/null || [ ! -x /usr/bin/python3 ] || python=/usr/bin/python3

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export FIT_TEST_SRCDIR FIT_TEST_BUILDDIR FIT_TEST_WORK=$work FITSCHED_LIBRARY=$library
export PYTHONPATH=$FIT_TEST_SRCDIR/python PYTHONDONTWRITEBYTECODE=1 MPLCONFIGDIR=$work

# fitsched_tests: the tests of test-fitsched.py as TAP; "test_x (...) ... ok" is a line of unittest
"$python" "$FIT_TEST_SRCDIR/tests/python/test-fitsched.py" -v >"$work/out" 2>"$work/log"
status=$?
while IFS= read -r line; do
  test=${line%% (*}
  case $line in
    *" ... ok") ok 0 "$test" ;;
    *" ... skipped '"*) why=${line#* ... skipped \'}; skip "${why%\'}" "$test" ;;
    *" ... FAIL" | *" ... ERROR") ok 1 "$test" ;;
  esac
done <"$work/log"
is "$status" 0 "all of them"
[ "$status" -eq 0 ] || note "$(cat "$work/log")"

is "$(FITSCHED_LIBRARY=$work/none.so "$python" -c 'import fitsched' 2>&1 | tail -n 1 | grep -o 'apt-get install libfitsched0')" \
  "apt-get install libfitsched0" "without the library, the message names its package"
finish
