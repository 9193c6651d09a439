#!/usr/bin/env bash
# Every header compiles alone, so that any file may include it first.

. "$(dirname "$0")/common.sh"

compiler=${FIT_TEST_CC:-cc}
flags=${FIT_TEST_CFLAGS:-"-std=gnu11 $(pkg-config --cflags glib-2.0 json-c yaml-0.1 libcurl zlib libzstd)"}

fails_alone ()
{
  local header
  for header in $(sources '*.h'); do
    echo "#include \"${header#src/}\"" \
      | $compiler $flags -Wall -Wextra -Wno-unused-parameter -Werror -Isrc -I. \
        -fsyntax-only -x c - 2>&1 | sed "s|^<stdin>|$header|"
  done
}

no_guard ()
{
  sources '*.h' | xargs -r grep -L '^#pragma once$'
}

none "$(fails_alone)" "R4 every header compiles alone"
none "$(no_guard)" "R5 every header says #pragma once"
finish
