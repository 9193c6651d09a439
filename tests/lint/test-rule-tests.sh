#!/usr/bin/env bash
# Whoever changes a rule finds its tests, and the other way round.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

# named FILE...: "FILE TEST" for each test that the opening comment of a file
# names after "Tests:"; a * may stand for a part of a name
named ()
{
  awk '
    FNR == 1 { told = done = 0 }
    done { next }
    {
      text = $0
      sub (/\*\/.*/, "", text)
      if (sub (/.*Tests:/, "", text))
        told = 1
      n = told ? split (text, word, /[ ,]+/) : 0
      for (i = 1; i <= n; i++)
        if (word[i] ~ /\//)
          print FILENAME, word[i]
      done = /\*\//
    }' "$@"
}

mapfile -t rules < <(sources '*.c' src/rules)
mapfile -t tests < <(sources 'test-*.c' tests/rules)
list=$(named "${rules[@]}")

none "$(comm -23 <(printf '%s\n' "${rules[@]}") <(cut -d ' ' -f 1 <<<"$list" | sort -u))" \
  "R31 every file of src/rules names its tests"
none "$(while read -r file test; do
  compgen -G "$test" >/dev/null || echo "$file: $test"
done <<<"$list")" "R32 these tests exist"
none "$(comm -23 <(printf '%s\n' "${tests[@]}") \
  <(cut -d ' ' -f 2 <<<"$list" | while read -r test; do compgen -G "$test"; done | sort -u))" \
  "R33 every test of tests/rules is named by a file of src/rules"
finish
