#!/usr/bin/env bash
# What the library exports, and the state it keeps.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

library=$FIT_TEST_BUILDDIR/.libs/libfitsched.so
map=$FIT_TEST_BUILDDIR/src/libfitsched.map

# exported: the defined dynamic symbols with their version
exported ()
{
  nm -D --defined-only --with-symbol-versions "$library" \
    | awk '$2 != "A" { print $3 }'
}

not_in_map ()
{
  exported | awk '
    NR == FNR { sub (/^ */, ""); sub (/;$/, ""); declared[$0] = 1; next }
    { name = $1; version = ""
      if (match (name, /@+/))
        { version = substr (name, RSTART + RLENGTH); name = substr (name, 1, RSTART - 1) }
      if (name !~ /^fit_/ || !(name in declared) || version != "FITSCHED_1.0")
        print $1 }' "$map" -
}

# objects: the object file of each source of the library
objects ()
{
  local file stem
  for file in $(sources '*.c' | grep -v '^src/cli/'); do
    stem=$(dirname "$file")/.libs/$(basename "$file" .c).o
    [ ! -f "$FIT_TEST_BUILDDIR/$stem" ] || echo "$stem"
  done
}

# mutable: "FILE SYMBOL" for each variable that can change; of a variable in a
# function, which compilers call FUNCTION.NAME or NAME.NUMBER, only the name
mutable ()
{
  (cd "$FIT_TEST_BUILDDIR" && objdump -t $all_objects) | awk '
    / file format / {
      file = $1
      sub (/\.o:$/, ".c", file)
      sub (/\.libs\//, "", file)
      next
    }
    {
      for (i = 2; i < NF; i++)
        if (($i ~ /^\.(data|bss|tdata|tbss)(\.|$)/ && $i !~ /^\.data\.rel\.ro/ && $NF != $i) \
            || $i == "*COM*")
          {
            name = $NF
            sub (/\.[0-9]+$/, "", name)
            sub (/.*\./, "", name)
            print file, name
          }
    }' | sort -u
}

not_allowed ()
{
  mutable | awk '
    list { if ($0 !~ /^#/ && NF == 2) allowed[$0] = 1; next }
    !($0 in allowed)' list=1 tests/lint/allow-globals list=0 -
}

stale ()
{
  mutable | awk '
    !list { found[$0] = 1; next }
    !/^#/ && NF == 2 && !($0 in found)' list=0 - list=1 tests/lint/allow-globals
}

if [ "${FIT_TEST_SANITIZERS:-no}" != no ]; then
  skip "sanitizers add symbols of their own" "R14 symbols"
elif [ ! -f "$library" ]; then
  skip "no shared library was built" "R14 symbols"
else
  [ -n "$(exported)" ]
  ok $? "R14 the library exports its interface"
  none "$(not_in_map)" "R15 nothing else is exported"
  all_objects=$(objects)
  none "$(not_allowed)" "R16 no variable that can change (tests/lint/allow-globals)"
  none "$(stale)" "R17 tests/lint/allow-globals only shrinks"
fi
finish
