#!/usr/bin/env bash
# R20: every C file looks as clang-format leaves it (./dev fmt).
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

unformatted ()
{
  local file
  for file in $(sources '*.[ch]' src algorithmprovider tests); do
    clang-format "$file" | cmp -s - "$file" || echo "$file"
  done
}

none "$(unformatted)" "R20 ./dev fmt changes nothing"
finish
