#!/usr/bin/env bash
# A struct with a shape is compared as bytes (src/base/shape.h), so it has no padding.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

compiler=${FIT_TEST_CC:-cc}
flags=${FIT_TEST_CFLAGS:-"-std=gnu11 $(pkg-config --cflags glib-2.0)"}

shaped ()
{
  sources '*.c' | xargs sed -n 's/.*FIT_SHAPE (\([A-Za-z]*\),.*/\1/p' | sort -u
}

# The header that defines struct $1, and its first and last line there.
place ()
{
  sources '*.h' | xargs awk -v name="$1" '
    /^typedef struct$/ { first = FNR }
    $0 == "} " name ";" { print FILENAME, first, FNR }'
}

holes ()
{
  local name header first last
  for name in $(shaped); do
    read -r header first last <<<"$(place "$name")"
    if [ -z "$header" ]; then
      echo "$name: no header defines it"
      continue
    fi
    echo "#include \"${header#src/}\"" \
      | $compiler $flags -Wpadded -Isrc -fsyntax-only -x c - 2>&1 \
      | awk -F: -v file="$header" -v name="$name" -v first="$first" -v last="$last" '
          index ($0, file) && /-Wpadded/ && $2 >= first && $2 <= last {
            print file ":" $2 ": " name ":" $5
          }'
  done
}

none "$(holes)" "R29 a struct that has a shape has no padding"
finish
