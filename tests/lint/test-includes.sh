#!/usr/bin/env bash
# Includes go up the table of docs/architecture.md and are written in full.

. "$(dirname "$0")/common.sh"

# module, its place in the table, and the last place it may include
modules='
base 1 0
api 2 1
admission 3 2
workloads 4 3
cluster 5 2
predicates 6 5
priorities 7 5
rules 8 7
policy 9 5
factory 10 9
algorithmprovider 11 10
framework 12 10
core 13 12
config 14 12
queue 15 5
scheduler 16 15
simulate 17 16
explain 18 17
report 19 18
answering 20 13
client 21 2
serving 22 21
snapshot 23 21
daemon 24 23
cli 25 25
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
