#!/usr/bin/env bash
# Every verb writes its answer as a page, with the document of -o json in it.

. "$(dirname "$0")/../cli/common.sh"

# answer FILE: the first document in a page
answer ()
{
  sed -n '/id="answers">/,/<\/script>/p' "$1" \
    | sed 's/.*id="answers">\[//; s/\]<\/script>.*//; s/\\u003c/</g' | sed '/^$/d'
}

# holds ARGUMENT...: the page has what -o json --detail columns prints
holds ()
{
  fitsched "$@" --html page.html >table 2>/dev/null
  fitsched "$@" >alone 2>/dev/null
  cmp -s table alone
  ok $? "the page comes beside the result: $*"
  fitsched "$@" -o json --detail columns >document.json 2>/dev/null
  is "$(answer page.html)" "$(cat document.json)" "the page holds the document: $*"
  is "$(fitsched "$@" -o html 2>/dev/null | cmp - page.html)" "" "-o html prints the page: $*"
}

# shellcheck disable=SC2086
{
  holds simulate $demo
  holds simulate $demo --until-full
  holds simulate $demo --nodes-needed node.yaml
  holds simulate $demo --compress
  holds simulate --policy policy.json -f cluster.json --trace day.jsonl
  holds explain shop/web-3 ml/simulation $demo
  holds explain --all-pending $demo
  holds diff --left policy.json --right DefaultProvider -f cluster.json -f services.yaml --pods pods.yaml
}

fitsched validate policy.json cluster.json --html page.html >/dev/null
is "$(answer page.html | "$tools/check-json" "$FIT_TEST_SRCDIR/docs/schema/validation.schema.json")" "" "validate writes a page"
fitsched migrate policy.json --from-release 1.16 --to-release 1.30 --report - --write out.yaml --report-format json >report.json 2>/dev/null
fitsched migrate policy.json --from-release 1.16 --to-release 1.30 --html page.html >/dev/null 2>&1
is "$(answer page.html | tr -d ' \n')" "$(tr -d ' \n' <report.json)" "migrate writes a page"

# Saved answers make the same page.
# shellcheck disable=SC2086
{
  fitsched simulate $demo -o json --detail columns >answer.json
  fitsched simulate $demo --html page.html >/dev/null
}
is "$(fitsched report answer.json | cmp - page.html)" "" "a saved answer makes the page that the verb writes"
is "$(fitsched report - <answer.json | cmp - page.html)" "" "so does one from standard input"
fitsched report answer.json answer.json --html two.html
is "$(grep -c '"kind":"Simulation"' two.html)" 2 "a page may hold several answers"

is "$(status fitsched report pods.yaml)" 3 "a file that is not JSON is no answer"
is "$(status fitsched report cluster.json)" 3 "nor is another document"
is "$(fitsched report cluster.json --html none.html 2>&1 | head -1)" \
  'fitsched: cluster.json: no answer of fitsched: found apiVersion "v1", expected apiVersion "fitsched/v1" and a kind' "the error says what is expected"
[ ! -e none.html ]
ok $? "and nothing is written"
# shellcheck disable=SC2086
is "$(status fitsched simulate $demo --html -)" 2 "standard output holds one result"
finish
