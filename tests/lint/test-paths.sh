#!/usr/bin/env bash
# The project stands alone: nothing of one machine in it, nothing left for later or hidden.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

# texts: the files that people write
texts ()
{
  find . \( -path ./.git -o -path ./autom4te.cache -o -path './fitsched-[0-9]*' \
    -o -path './build*' ! -path './build-aux*' \) -prune \
    -o -type f \( -name '*.[ch]' -o -name '*.am' -o -name '*.ac' -o -name '*.m4' -o -name '*.awk' \
    -o -name '*.sh' -o -name '*.md' -o -name '*.in' -o -name '*.[0-9]' -o -name '*.yaml' \
    -o -name dev -o -name run \) ! -name Makefile.in ! -name config.h.in ! -name aclocal.m4 \
    ! -path './m4/l*.m4' ! \( -path './build-aux/*' ! -name '*.awk' \) -print | sort
}

none "$(texts | xargs -r grep -nE '(^|[^[:alnum:]_.])/(wor[k]|home|tmp/fit)/|[.][.]/share[d]')" \
  "R18 no path of one machine"
none "$(texts | xargs -r grep -nwE 'TOD[O]|FIXM[E]|XX[X]')" "R19 nothing left for later"
none "$(texts | grep -E '^\./(dev$|tests/)' | xargs -r grep -nE '[|][|] (true|:)( |;|$)')" "R22 no script hides a failure"
finish
