#!/usr/bin/env bash
# No function is there for tests alone, and files of a directory do not need
# each other in a circle.
#
# tests/lint/allow-unused lists functions through which tests look into a
# structure.  It only shrinks.  What an installed header declares is for other
# programs.

. "$(dirname "$0")/common.sh"

# unused: "FUNCTION HEADER" of every function that nothing in the sources calls
unused ()
{
  code $(sources '*.[ch]') | awk -F: -v installed="${FIT_TEST_PUBLIC_HEADERS:-}" '
    BEGIN {
      n = split (installed, word, /[ \n]+/)
      for (i = 1; i <= n; i++)
        public[word[i]] = 1
    }
    {
      file = $1
      text = substr ($0, length ($1) + length ($2) + 3)
      while (match (text, /fit_[a-z0-9_]+/))
        {
          name = substr (text, RSTART, RLENGTH)
          rest = substr (text, RSTART + RLENGTH)
          if (file ~ /\.h$/ && rest ~ /^ \(/ && text !~ /^[ \t]/ && !(name in header))
            header[name] = file
          uses[name]++
          text = rest
        }
    }
    END {
      for (name in header)
        if (uses[name] <= 2 && !(header[name] in public))
          print name, header[name]
    }' | sort
}

# circles: "FILE FILE" without endings, of those in one directory that include each
# other's header.  A file and its FILE-private are one.
circles ()
{
  grep -HE '^#include "' $(sources '*.[ch]') \
    | sed -E 's/^([^:]*):#include "([^"]*)".*/\1 \2/; s/^src\///' \
    | awk '
      {
        from = $1; to = $2
        sub (/\.[ch]$/, "", from); sub (/\.h$/, "", to)
        a = from; b = to
        sub (/[^\/]*$/, "", a); sub (/[^\/]*$/, "", b)
        if (a == b && from != to)
          edge[from, to] = 1
      }
      END {
        for (e in edge)
          {
            split (e, end, SUBSEP)
            if (end[1] < end[2] && end[2] != end[1] "-private" && (end[2], end[1]) in edge)
              print end[1], end[2]
          }
      }' | sort
}

# beyond ALLOWED: what the list ALLOWED does not excuse
beyond ()
{
  grep -vxFf <(grep -v '^#' "$1")
}

functions=$(unused)
pairs=$(circles)

if [ -n "${FIT_TEST_PUBLIC_HEADERS:-}" ]; then
  none "$(beyond tests/lint/allow-unused <<<"$functions")" "R23 no function is there for tests alone"
  none "$(grep -v '^#' tests/lint/allow-unused | grep -vxF "$functions")" "R24 tests/lint/allow-unused only shrinks"
else
  skip "FIT_TEST_PUBLIC_HEADERS is not set" "R23 no function is there for tests alone"
fi
none "$(beyond tests/lint/allow-circles <<<"$pairs")" "R25 no files of a directory include each other in a circle"
none "$(grep -v '^#' tests/lint/allow-circles | grep -vxF "$pairs")" "R26 tests/lint/allow-circles only shrinks"
finish
