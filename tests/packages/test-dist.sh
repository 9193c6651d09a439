#!/usr/bin/env bash
# test-dist.sh - a release has every file of the tree: the cheap part of make distcheck (./dev release --distcheck)
# SPDX-License-Identifier: Apache-2.0

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
FIT_TEST_BUILDDIR=${FIT_TEST_BUILDDIR:-$FIT_TEST_SRCDIR/build}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"
cd "$FIT_TEST_SRCDIR" || exit 1

name="a release has every file of the tree"
if ! git rev-parse -q --verify HEAD >/dev/null 2>&1 || [ ! -e .git ]; then
  skip "no clone: nothing says which files are part of fitsched" "$name"
  finish
fi
if [ "${FIT_TEST_SANITIZERS:-no}" != no ]; then
  skip "it is the same without sanitizers" "$name"
  finish
fi
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
MAKEFLAGS='' make -C "$FIT_TEST_BUILDDIR" -s distdir distdir="$work/dist" >"$work/log" 2>&1
is "$?" 0 "make distdir"
[ "$tap_failed" -eq 0 ] || note "$(tail -n 10 "$work/log")"
none "$(git ls-files | while IFS= read -r file; do
  [ -e "$work/dist/$file" ] || [ ! -e "$file" ] || [ "$file" = .gitignore ] || echo "$file"
done)" "$name"
none "$(cd "$work/dist" && find . -name '*.o' -o -name '*.pyc' -o -name build -o -name .git)" "and nothing that was built"
finish
