#!/usr/bin/env bash
# No function is there for tests alone, and files of a directory do not need
# each other in a circle.
#
# What an installed header declares is for other programs.
# SPDX-License-Identifier: Apache-2.0

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

# circles: "FILE FILE ..." without endings, of those in one directory that lead to
# each other by includes, on whatever way.  A file and its FILE-private are one.
circles ()
{
  grep -HE '^#include "' $(sources '*.[ch]') \
    | sed -E 's/^([^:]*):#include "([^"]*)".*/\1 \2/; s/^src\///' \
    | awk '
      function stem (file)
      {
        sub (/(-private)?\.[ch]$/, "", file)
        return file
      }
      function directory (file)
      {
        sub (/[^\/]*$/, "", file)
        return file
      }
      function reach (from, at,   n, i, next_)
      {
        n = split (to[at], next_, " ")
        for (i = 1; i <= n; i++)
          if (!((from, next_[i]) in reached))
            {
              reached[from, next_[i]] = 1
              reach(from, next_[i])
            }
      }
      {
        a = stem($1); b = stem($2)
        if (directory(a) == directory(b) && a != b && !((a, b) in seen))
          {
            seen[a, b] = 1
            to[a] = to[a] " " b
          }
      }
      END {
        for (file in to)
          reach(file, file)
        for (pair in reached)
          {
            split (pair, end, SUBSEP)
            if ((end[2], end[1]) in reached && !(end[1] in first && first[end[1]] < end[2]))
              first[end[1]] = end[2]
          }
        for (file in first)
          print first[file], file
      }' \
    | sort | awk '
      $1 != first { if (circle != "") print circle; first = circle = $1 }
      $2 != first { circle = circle " " $2 }
      END { if (circle != "") print circle }'
}

if [ -n "${FIT_TEST_PUBLIC_HEADERS:-}" ]; then
  none "$(unused)" "R23 no function is there for tests alone"
else
  skip "FIT_TEST_PUBLIC_HEADERS is not set" "R23 no function is there for tests alone"
fi
none "$(circles)" "R25 no files of a directory include each other in a circle"
finish
