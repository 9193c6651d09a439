#!/usr/bin/env bash
# What tests/mutants.md explains is still there.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

# gone: entries whose file has no such function, or nowhere what is changed
gone ()
{
  local file name before
  sed -n 's/^- `\([^`]*\)`: \(`\([a-z_0-9]*\)()`: \)\{0,1\}`\(.*\)` → `.*`: .*/\1\t\3 \t\4/p' tests/mutants.md \
    | while IFS=$'\t' read -r file name before; do
      awk -v name="${name% }" -v before="$before" '
        /^[a-z_0-9]+ \(/ { within = $1 }
        within == name && index ($0, before) { found = 1 }
        /^}/ { within = "" }
        END { exit !found }' "$file" 2>/dev/null || echo "$file: ${name% }: $before"
    done
}

none "$(gone)" "R27 tests/mutants.md names functions and changes of the sources as they are"
finish
