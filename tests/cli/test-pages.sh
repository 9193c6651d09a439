#!/usr/bin/env bash
# Manual pages, completion and docs/cli.md say what the tables of the program
# say.  `make update-pages` writes the first two.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

verbs=$(fitsched --help | awk '/^Verbs:/ { inside = 1; next } inside && NF == 0 { exit } inside { print $1 }')
pages=$FIT_TEST_SRCDIR/docs/man
mkdir help
for verb in $verbs; do
  fitsched "$verb" --help >"help/$verb--help"
  fitsched "$verb" --help-all >"help/$verb--help-all"
done

[ "$(wc -w <<<"$verbs")" -ge 5 ]
ok $? "--help lists the verbs"

# -- manual pages

for verb in "" $verbs; do
  page=fitsched${verb:+-$verb}.1
  is "$("$tools/print-man" $verb | diff "$pages/$page" - 2>&1)" "" "$page is up to date"
done
is "$(ls "$pages" | wc -l)" "$(($(wc -w <<<"$verbs") + 1))" "there is no page without a verb"

if man --version >/dev/null 2>&1 && [ -n "$(man -l "$pages/fitsched.1" 2>/dev/null)" ]; then
  is "$(for page in "$pages"/*.1; do man --warnings -E UTF-8 -l "$page" 2>&1 >/dev/null; done)" "" \
    "man has nothing to say against the pages"
else
  skip "man is not installed" "man has nothing to say against the pages"
fi

# -- help

# options_of VERB HELP: the options that it shows, sorted
options_of ()
{
  sed -n 's/^  \(-., \)*\(--[a-z0-9-]*\).*/\2/p' "help/$1$2" | sort -u
}

for verb in $verbs; do
  for help in --help --help-all; do
    is "$(cat "help/$verb$help")" "$(fitsched help "$verb" $([ $help = --help ] || echo $help))" "help $verb is $verb $help"
    is "$(awk 'length > 80 && !/^  (fitsched|kubectl) /' "help/$verb$help")" "" \
      "the lines of $verb $help fit a terminal"
  done
  is "$(($(wc -l <"help/$verb--help") <= 44))" 1 "$verb --help fits a screen"
  # Every option that takes part in the short help is in the long one, too.
  none "$(comm -23 <(options_of "$verb" --help) <(options_of "$verb" --help-all))" "$verb --help-all has them all"
  # A verb names only the exit statuses that are its own.
  none "$(sed -n '/^Exit status/,$p' "help/$verb--help-all" | grep -n 'the answer is yes\|the answer is no')" \
    "$verb says what its exit statuses mean"
done

# The examples work: each ends with yes or no, not with a complaint.  Live
# clusters are in tests/e2e.
for verb in simulate explain validate migrate diff explain-warning list completion help; do
  sed -n '/^Examples:/,/^$/s/^  \([^#].*\)/\1/p' "help/$verb--help-all" | grep -v -e --context >examples
  while IFS= read -r command; do
    (eval "$command") >out 2>&1
    case $?:$command in
      0:* | 1:fitsched\ explain* | 1:fitsched\ simulate* | 1:fitsched\ diff* | 1:fitsched\ migrate*--verify* | 1:kubectl* | 1:*\ --strict\ *) ok 0 "works: $command" ;;
      *)
        ok 1 "works: $command"
        note "$(cat out)"
        ;;
    esac
  done <examples
done

# -- completion

for shell in bash zsh fish; do
  is "$(fitsched completion $shell | diff "$FIT_TEST_SRCDIR/src/cli/completion.$shell" - 2>&1)" "" \
    "src/cli/completion.$shell is up to date"
done

# -- docs/cli.md

manual=$FIT_TEST_SRCDIR/docs/cli.md
for verb in $verbs; do
  none "$(grep -q "^### fitsched $verb" "$manual" || echo "fitsched $verb")" "docs/cli.md has a section on $verb"
  for option in $(options_of "$verb" --help-all); do
    grep -qF -- "\`$option" "$manual" || echo "$option"
  done >missing
  none "$(cat missing)" "docs/cli.md has the options of $verb"
done
none "$(grep -oE '`--[a-z0-9-]+' "$manual" | tr -d '`' | sort -u | while read -r option; do
  cat help/*--help-all | grep -q -- "^  .*$option\b" || [ "$option" = --version ] || echo "$option"
done)" "docs/cli.md has no options that do not exist"
finish
