#!/usr/bin/env bash
# test-site.sh - the site of ./dev docs: it is made, its links lead somewhere, and what people search is found
# SPDX-License-Identifier: Apache-2.0

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
FIT_TEST_BUILDDIR=${FIT_TEST_BUILDDIR:-$FIT_TEST_SRCDIR/build}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"

name="the site is made"
if ! command -v mkdocs >/dev/null || [ ! -d /usr/share/mkdocs/themes/material ]; then
  skip "no mkdocs with its theme; apt-get install mkdocs-material" "$name"
  finish
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Debian's mkdocs is run by Debian's Python; make-site.py needs nothing else.
"$FIT_TEST_SRCDIR/docs/site/make-site.py" "$FIT_TEST_BUILDDIR" "$work/docs" >"$work/log" 2>&1
is "$?" 0 "$name"
note "$(cat "$work/log")"
site=$work/docs/site
[ "$tap_failed" -eq 0 ] || finish

mapfile -t pages < <(find "$site" -name '*.html' -not -name 404.html)
none "$(python3 "$FIT_TEST_SRCDIR/tests/docs/check-links.py" "${pages[@]}" 2>"$work/count" | sed "s|^$work/||")" "its links lead somewhere"
note "$(cat "$work/count")"
none "$(grep -rlE '(src|href)="https?://[^"]*\.(js|css|woff2?)"' "$site" --include='*.html' | sed "s|^$work/||")" "it loads nothing from elsewhere"
is "$(find "$site/man" -name '*.html' | wc -l)" "$(find "$FIT_TEST_SRCDIR/docs/man" -name '*.1' | wc -l)" "it has every manual page"

# found PAGE PHRASE: does the page have all words of the phrase, where the search looks?
found ()
{
  python3 - "$site/search/search_index.json" "$1" "$2" <<'END'
import json, sys
index, page, phrase = sys.argv[1:]
text = " ".join(d["title"] + " " + d["text"] for d in json.load(open(index, encoding="utf-8"))["docs"] if d["location"].startswith(page))
print(all(word in text.lower() for word in phrase.split()))
END
}
while IFS=: read -r page phrase; do
  is "$(found "$page" "$phrase")" True "a search for \"$phrase\" finds $page"
done <<'END'
tasks/pod-pending.html:pod pending failedscheduling
tasks/which-node.html:which node
tasks/drain.html:drain node
tasks/upgrade.html:upgrade kubernetes scheduler
tasks/scheduler-policy-removed.html:scheduler policy removed in 1.23
man/fitsched-explain.html:explain all-pending
END
finish
