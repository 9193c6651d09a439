#!/usr/bin/env bash
# Functions of two files of one directory do not call each other, directly or
# through others.
#
# A call is what the code of an object file refers to.  What a table lists, such
# as the verbs and the rules, is none: whoever reads the table knows no row of it.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

# objects: the object file of each source
objects ()
{
  local file stem
  for file in $(sources '*.c'); do
    for stem in "$(dirname "$file")/.libs/$(basename "$file" .c)" "${file%.c}"; do
      if [ -f "$FIT_TEST_BUILDDIR/$stem.o" ]; then
        echo "$stem.o"
        break
      fi
    done
  done
}

# circles: for each set of files of a directory that lead to each other by calls,
# a sentence with a shortest way around
circles ()
{
  (cd "$FIT_TEST_BUILDDIR" && readelf -rsW $all_objects) | awk '
    # the shortest way from a file back to it, as a sentence (breadth first)
    function circle (start,   queue, n, i, j, k, next_, from, file, text)
    {
      queue[n = 1] = start
      for (i = 1; i <= n && !(start in from); i++)
        {
          k = split (to[queue[i]], next_, " ")
          for (j = 1; j <= k; j++)
            if (!(next_[j] in from))
              {
                from[next_[j]] = queue[i]
                queue[++n] = next_[j]
              }
        }
      if (!(start in from))
        return ""
      file = start
      do
        {
          text = " calls " called[from[file], file] " of " file (text == "" ? "" : ", which" text)
          file = from[file]
          told[file] = 1
        }
      while (file != start)
      return start text
    }
    function directory (file)
    {
      sub (/[^\/]*$/, "", file)
      return file
    }
    /^File: / {
      file = $2
      sub (/\.libs\//, "", file)
      sub (/\.o$/, ".c", file)
      files[++n_files] = file
    }
    /^Relocation section / { in_code = $3 ~ /\.text/ }
    /^Symbol table / { in_code = 0 }
    in_code && $5 ~ /^fit_/ { calls[++n_calls] = file " " $5 }
    $4 == "FUNC" && $5 == "GLOBAL" && $7 != "UND" { home[$8] = file }
    END {
      for (i = 1; i <= n_calls; i++)
        {
          split (calls[i], call, " ")
          other = home[call[2]]
          if (other != "" && other != call[1] && directory(other) == directory(call[1]) \
              && !((call[1], other) in called))
            {
              called[call[1], other] = call[2]
              to[call[1]] = to[call[1]] " " other
            }
        }
      for (i = 1; i <= n_files; i++)
        if (!(files[i] in told) && (text = circle(files[i])) != "")
          print text
    }'
}

all_objects=$(objects)
if [ -z "$all_objects" ]; then
  skip "nothing was built" "R34 circles of calls"
else
  none "$(circles)" "R34 no files of a directory call each other in a circle"
fi
finish
