#!/usr/bin/env bash
# Includes go up the table of docs/architecture.md and are written in full.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

# module, its place in the table, and the last place it may include
modules='
base 1 0
formats 2 1
releases 3 1
net 4 2
api 5 4
admission 6 5
workloads 7 6
cluster 8 5
predicates 9 8
priorities 10 8
rules 11 10
policy 12 8
factory 13 12
algorithmprovider 14 13
framework 15 13
core 16 15
config 17 15
warnings 18 17
queue 19 8
scheduler 20 19
assembly 21 20
simulate 22 21
find 23 22
tune 24 22
explain 25 22
report 26 25
answering 27 16
client 28 5
serving 29 28
snapshot 30 28
daemon 31 30
cli 32 32
'

# includes FILE...: "FILE:LINE:INCLUDED" for every #include "INCLUDED"
includes ()
{
  [ $# -eq 0 ] || grep -HnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' "$@" \
    | sed -E 's/^([^:]*:[0-9]*:)[^"]*"([^"]*)".*/\1\2/'
}

wrong_direction ()
{
  includes $(sources '*.[ch]') | awk -F: -v modules="$modules" '
    BEGIN {
      n = split (modules, word, /[ \n]+/)
      for (i = 1; i + 2 <= n; i++)
        if (word[i] ~ /^[a-z]+$/)
          {
            place[word[i]] = word[i + 1]
            last[word[i]] = word[i + 2]
          }
    }
    $3 == "config.h" { next }
    {
      from = $1
      sub (/^src\//, "", from)
      sub (/\/.*/, "", from)
      to = $3
      sub (/\/.*/, "", to)
      if (!(from in place))
        print $1 ": the directory \"" from "\" is not in the table"
      else if (!(to in place))
        print $1 ":" $2 ": \"" $3 "\" names no module"
      else if (to != from && place[to] + 0 > last[from] + 0)
        print $1 ":" $2 ": " from " may not include \"" $3 "\""
    }'
}

missing_file ()
{
  includes $(sources '*.[ch]') | while IFS=: read -r file line included; do
    [ "$included" = config.h ] || [ -f "src/$included" ] || [ -f "$included" ] \
      || echo "$file:$line: no file \"$included\" under src/"
  done
}

not_installed ()
{
  local header
  for header in ${FIT_TEST_PUBLIC_HEADERS:-}; do
    includes "$header"
  done | while IFS=: read -r file line included; do
    case " $FIT_TEST_PUBLIC_HEADERS " in
      *" src/$included "* | *" $included "*) ;;
      *) echo "$file:$line: \"$included\" is not in public_headers" ;;
    esac
  done
}

none "$(wrong_direction)" "R1 a module includes only modules above it"
none "$(missing_file)" 'R2 headers are included as "module/file.h"'
none "$(not_installed)" "R3 installed headers include only installed headers"
finish
