#!/usr/bin/env bash
# test-script.sh - the script of the page: its grammar, its length, and that it makes elements of no text
# SPDX-License-Identifier: Apache-2.0
. "$(dirname "$0")/../lint/tap.sh"

page=${FIT_TEST_SRCDIR:-$(cd "$(dirname "$0")/../.." && pwd)}/src/report/page
whole=$(mktemp --suffix=.js)
trap 'rm -f "$whole"' EXIT
cat "$page"/*.js >"$whole"

if command -v node >/dev/null; then
  none "$(node --check "$whole" 2>&1)" "the script is correct"
else
  skip "no node; apt-get install nodejs" "the script is correct"
fi
if tools=$("$(dirname "$0")/provide-page-tools.sh" --check); then
  none "$("$tools/.bin/eslint" --no-eslintrc -c "$(dirname "$0")/eslintrc.json" "$whole" 2>&1)" "eslint finds nothing"
else
  skip "no eslint; tests/report/provide-page-tools.sh downloads it" "eslint finds nothing"
fi
lines=$(wc -l <"$whole")
[ "$lines" -le 2500 ]
ok $? "the script has no more than 2500 lines ($lines)"
none "$(grep -nE 'innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment' "$page"/*.js)" "text comes into the page as text"
none "$(grep -nE '\beval\b|new Function|fetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|import\(|localStorage|document\.cookie' "$page"/*.js)" "the script runs no text, asks nobody, and keeps nothing"
none "$(grep -nE '[[:space:]](style|on[a-z]+)=|https?:' "$page/page.html")" "the frame has no style or script in attributes, and no address"
none "$(for f in "$page"/*.js; do head -n 1 "$f" | grep -q '^// [A-Z].*[.]$' || echo "$f"; done)" "each script says on its first line what is in it"
finish
