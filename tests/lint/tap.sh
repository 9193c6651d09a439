# tap.sh - sourced by shell tests: results in the Test Anything Protocol
#
#   . "$FIT_TEST_SRCDIR/tests/lint/tap.sh"
#   is "$(seq 2)" $'1\n2' "seq counts"
#   none "$(grep -n x file)" "R9 no x in file"
#   finish
# SPDX-License-Identifier: Apache-2.0

set -u
export LC_ALL=C

tap_count=0
tap_failed=0

# ok STATUS NAME: passes when STATUS is 0
ok ()
{
  tap_count=$((tap_count + 1))
  if [ "$1" -eq 0 ]; then
    echo "ok $tap_count - $2"
  else
    tap_failed=$((tap_failed + 1))
    echo "not ok $tap_count - $2"
  fi
}

# note TEXT: each line of TEXT as a comment
note ()
{
  printf '%s\n' "$1" | sed 's/^/# /'
}

# is GOT EXPECTED NAME
is ()
{
  [ "$1" = "$2" ]
  ok $? "$3"
  if [ "$1" != "$2" ]; then
    note "got:"
    note "$1"
    note "expected:"
    note "$2"
  fi
}

# none FINDINGS NAME: passes when nothing was found
none ()
{
  [ -z "$1" ]
  ok $? "$2"
  [ -z "$1" ] || note "$1"
}

# skip WHY NAME
skip ()
{
  tap_count=$((tap_count + 1))
  echo "ok $tap_count - $2 # SKIP $1"
}

# its_turn I N: does case number I take part, if one of N does?  Under a sanitizer
# tests of very many cases take turns: tests/support/turns.h says why
its_turn ()
{
  [ "${FIT_TEST_SANITIZERS:-no}" = no ] || [ -n "${FIT_TEST_LONG-}" ] \
    || [ $((($1 + ${FIT_TEST_TURN:-0}) % $2)) -eq 0 ]
}

# finish: the plan; the exit status says whether all passed
finish ()
{
  echo "1..$tap_count"
  [ "$tap_failed" -eq 0 ]
  exit
}
