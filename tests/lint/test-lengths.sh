#!/usr/bin/env bash
# Functions and files stay short enough to be read in one go.
#
# tests/lint/allow-long holds the exceptions with their size.  It only shrinks:
# an entry larger than what it excuses has to be lowered or taken out.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

max_function=100
max_parameters=7
max_file=900
max_header=300

if ! ctags --version 2>/dev/null | grep -q 'Universal Ctags'; then
  skip "universal-ctags is not installed" "R6 lengths"
  finish
fi

# functions: "FILE:NAME LINES PARAMETERS" of every function defined
functions ()
{
  sources '*.c' src algorithmprovider tests \
    | ctags -L - -x --languages=C --kinds-C=f --_xformat='%F	%N	%n	%e	%S' \
    | awk -F'\t' '{
        depth = 0
        parameters = ($5 == "" || $5 ~ /^\( *(void)? *\)$/) ? 0 : 1
        for (i = 1; i <= length ($5); i++)
          {
            c = substr ($5, i, 1)
            depth += (c == "(") - (c == ")")
            if (c == "," && depth == 1)
              parameters++
          }
        print $1 ":" $2, $4 - $3 + 1, parameters
      }'
}

# sizes: "KIND SUBJECT SIZE LIMIT" of all that is measured
sizes ()
{
  functions | awk -v lines="$max_function" -v parameters="$max_parameters" '
    { print "function", $1, $2, lines
      print "parameters", $1, $3, parameters }'
  sources '*.[ch]' src algorithmprovider tests | while read -r file; do
    case $file in
      *.h) limit=$max_header ;;
      *) limit=$max_file ;;
    esac
    echo "file $file $(wc -l <"$file") $limit"
  done
}

measured=$(sizes)

# over KIND: what is larger than it may be
over ()
{
  awk -v kind="$1" '
    NR == FNR { if ($0 !~ /^#/ && NF == 3) allowed[$1 " " $2] = $3; next }
    $1 == kind {
      limit = $4
      if (($1 " " $2) in allowed)
        limit = allowed[$1 " " $2]
      if ($3 > limit + 0)
        print $2 ": " $3 ", at most " limit
    }' tests/lint/allow-long - <<<"$measured"
}

# stale: entries of the allow-list that could be smaller
stale ()
{
  awk '
    NR == FNR { size[$1 " " $2] = $3; limit[$1 " " $2] = $4; next }
    /^#/ || NF == 0 { next }
    !(($1 " " $2) in size) { print $1, $2 ": gone, take the entry out"; next }
    size[$1 " " $2] <= limit[$1 " " $2] + 0 { print $1, $2 ": within the limit, take the entry out"; next }
    size[$1 " " $2] < $3 { print $1, $2 ": lower the entry to " size[$1 " " $2] }
    ' - tests/lint/allow-long <<<"$measured"
}

grep -q '^function ' <<<"$measured"
ok $? "functions were measured"
none "$(over function)" "R6 no function over $max_function lines"
none "$(over parameters)" "R7 no function with more than $max_parameters parameters"
none "$(over file)" "R8 no file over $max_file lines, no header over $max_header"
none "$(stale)" "R9 tests/lint/allow-long only shrinks"
finish
