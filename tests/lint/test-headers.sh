#!/usr/bin/env bash
# Every header compiles alone, so that any file may include it first.
# SPDX-License-Identifier: Apache-2.0

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

# Only what programs include may be compiled as C++.
wrong_language ()
{
  local header
  for header in $(sources '*.h'); do
    case " ${FIT_TEST_PUBLIC_HEADERS//$'\n'/ } " in
      *" $header "*) grep -q '^G_BEGIN_DECLS$' "$header" || echo "$header: installed, without G_BEGIN_DECLS" ;;
      *) grep -H '^G_BEGIN_DECLS$' "$header" ;;
    esac
  done
}

none "$(fails_alone)" "R4 every header compiles alone"
none "$(no_guard)" "R5 every header says #pragma once"
if [ -n "${FIT_TEST_PUBLIC_HEADERS:-}" ]; then
  none "$(wrong_language)" "R28 installed headers, and no others, say G_BEGIN_DECLS"
else
  skip "FIT_TEST_PUBLIC_HEADERS is not set" "R28 installed headers, and no others, say G_BEGIN_DECLS"
fi
finish
