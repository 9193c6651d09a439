#!/usr/bin/env bash
# A program with rules of its own: fit_main() with a FitRegisterFunc.

. "$(dirname "$0")/common.sh"

own=$tools/own-rules

is "$("$own" list predicates -o name | grep -c '^NameHasDigit$')" 1 "its predicate is listed"
is "$("$own" list priorities -o name | grep -c '^LongestName$')" 1 "its priority is listed"
is "$(status "$own" validate own-rules.json)" 0 "its names are valid in a Policy"
is "$(status fitsched validate own-rules.json)" 3 "fitsched itself does not know them"
is "$("$own" simulate --policy own-rules.json -f own-rules.yaml -o name)" "default/p longer-node-1" \
  "both decide"
is "$("$own" explain p --policy own-rules.json -f own-rules.yaml | grep NameHasDigit)" \
  "  longest-node-of-all  NameHasDigit  the name of the node has no digit" "its reason is shown"
finish
