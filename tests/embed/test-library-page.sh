#!/usr/bin/env bash
# docs/library.md shows the example as it is, and names what is installed.

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"

page=$FIT_TEST_SRCDIR/docs/library.md

# block: the last block of the page in C, the program
block ()
{
  sed -n '/^`tests\/embed\/ask-why.c`:$/,$p' "$page" | sed -n '/^```c$/,/^```$/p' | sed '1d;$d'
}

# declared NAME: is NAME declared by a header that the page names?
declared ()
{
  local header
  for header in $(grep -o '`[a-z]*/[a-z-]*\.h`' "$page" | tr -d '`' | sort -u); do
    grep -qw "$1" "$FIT_TEST_SRCDIR/src/$header" && return
  done
  echo "$1"
}

is "$(block)" "$(cat "$FIT_TEST_SRCDIR/tests/embed/ask-why.c")" "the program"
none "$(for header in $(grep -o '`[a-z]*/[a-z-]*\.h`' "$page" | tr -d '`' | sort -u); do
  case " ${FIT_TEST_PUBLIC_HEADERS:-src/$header} " in
    *" src/$header "*) ;;
    *) echo "$header" ;;
  esac
done)" "the headers that it names are installed"
none "$(for name in $(grep -o '`fit_[a-z_]*()`' "$page" | tr -d '`()' | sort -u); do
  declared "$name"
done)" "they declare the functions that it names"
finish
