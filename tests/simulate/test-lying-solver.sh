#!/usr/bin/env bash
# Whatever prices a solver tells, no bound is below what is possible.
# SPDX-License-Identifier: Apache-2.0

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
FIT_TEST_BUILDDIR=${FIT_TEST_BUILDDIR:-$FIT_TEST_SRCDIR/build}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if ! ${FIT_TEST_CC:-cc} -shared -fPIC -o "$work/libglpk.so.40" "$FIT_TEST_SRCDIR/tests/simulate/lying-solver.c" 2>"$work/cc.log"; then
  cat "$work/cc.log"
  skip "no glpk.h; apt-get install libglpk-dev" "a solver that lies"
  finish
  exit
fi

for lie in random tiny huge negative infinite nan; do
  LD_LIBRARY_PATH=$work${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH} FIT_TEST_SOLVER_LIES=$lie \
    "$FIT_TEST_BUILDDIR/tests/simulate/test-bound" >"$work/log" 2>&1
  status=$?
  [ $status = 0 ] || tail -n 20 "$work/log" | sed 's/^/# /'
  is "$status $(grep -c SKIPPED "$work/log")" "0 0" "no bound of $lie prices is below what is possible"
done
finish
