#!/usr/bin/env bash
# What tests/mutants.md explains is still there.

. "$(dirname "$0")/common.sh"

# gone: entries whose file has no such line
gone ()
{
  local file text
  sed -n 's/^- `\([^`]*\)`: `\([a-z_0-9]*(): \)\{0,1\}\(.*\)`: `.*` → `.*`: .*/\1\t\3/p' tests/mutants.md \
    | while IFS=$'\t' read -r file text; do
      sed 's/^ *//' "$file" 2>/dev/null | grep -qxF -- "$text" || echo "$file: $text"
    done
}

none "$(gone)" "R27 tests/mutants.md quotes lines of the sources as they are"
finish
