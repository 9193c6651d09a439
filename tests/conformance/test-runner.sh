#!/usr/bin/env bash
# The runner itself: it must see differences, count what it skips, and fail.
# SPDX-License-Identifier: Apache-2.0

. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"

runner=$FIT_TEST_BUILDDIR/tests/conformance/run-conformance
cases=$FIT_TEST_SRCDIR/tests/conformance/cases
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

mkdir "$dir/good" "$dir/bad" "$dir/other"
cp "$cases/sequence/sequence-small-fill-up-1.json" "$dir/good/"
is "$("$runner" "$dir/good")" "1 passed, 0 failed, 0 skipped" "a case that passes"

sed 's/"host":"node-0[0-9]"/"host":"elsewhere"/' "$cases/sequence/sequence-small-fill-up-1.json" \
  >"$dir/bad/spoilt.json"
out=$("$runner" "$dir/bad")
is "$?" 1 "a case that fails fails the run"
is "$(tail -n 1 <<<"$out")" "0 passed, 1 failed, 0 skipped" "it is counted"
is "$(sed -n 2p <<<"$out" | grep -c 'expected\[[0-9]*\].host: expected "elsewhere", got "node-')" 1 \
  "its first difference is shown"

is "$("$runner" --counts "$dir/good" "$dir/bad" | tail -n 2)" \
  "sequence    1.16           1 passed, 1 failed
1 passed, 1 failed, 0 skipped" "cases are counted for each kind and release"

echo '{"kind":"no-such-kind","expected":{}}' >"$dir/other/unknown.json"
echo '{"kind":"evaluate"}' >"$dir/other/no-case.json"
echo 'text' >"$dir/other/README.md"
is "$("$runner" "$dir/other")" "0 passed, 0 failed, 1 skipped" \
  "unknown kinds are skipped, files without expected are no cases"
is "$(sed -n '/^```text$/,/^```$/p' "$FIT_TEST_SRCDIR/docs/fidelity.md" | sed '1d;$d')" "$("$runner" --counts "$cases")" \
  "docs/fidelity.md says how many cases there are"
finish
