#!/usr/bin/env bash
# test-links.sh - every link of a page leads somewhere, and every page is on the site
# SPDX-License-Identifier: Apache-2.0

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"
cd "$FIT_TEST_SRCDIR" || exit 1

name="links of pages lead somewhere"
if ! command -v python3 >/dev/null; then
  skip "no python3; apt-get install python3" "$name"
  finish
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mapfile -t pages < <(find README.md NEWS.md CHANGELOG.md docs policies tests -name '*.md' -not -path '*/data/*')
none "$(python3 tests/docs/check-links.py "${pages[@]}" 2>"$work/count")" "$name"
note "$(cat "$work/count")"

# The checker finds what it is for.
printf '%s\n' '# One' '[a](#one) [b](#two) [c](none.md) [d](page.html) `[e](none.md)`' '```' '[f](none.md)' '```' >"$work/page.md"
is "$(python3 tests/docs/check-links.py "$work/page.md" 2>/dev/null | sed "s|^$work/||")" \
  $'page.md: #two: no such heading\npage.md: none.md: no such file\npage.md: page.html: no such file' "and what leads nowhere is found"

# The list of the site names each page, and no others.
is "$(grep -o '[a-z-]*/*[a-z-]*\.md' docs/site/mkdocs.yml | sort)" \
  "$( (cd docs && echo index.md && ls -- *.md tasks/*.md) | sort)" "docs/site/mkdocs.yml lists the pages"
finish
