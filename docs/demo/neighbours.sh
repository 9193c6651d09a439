#!/usr/bin/env bash
# neighbours.sh [BUDGET] - what differs between the defaults of each release and
# of the one before it, as far as a search finds it: kinds of differences, with
# nodes and pods of the smallest cluster
# SPDX-License-Identifier: Apache-2.0
set -u
before=
for release in 1.8 1.9 1.10 1.11 1.12 1.13 1.14 1.15 $(fitsched list releases -o name); do
  [ -z "$before" ] || fitsched diff --find --budget "${1-2000}" --left-release "$before" --right-release "$release" 2>/dev/null \
    | awk -v pair="$before $release" '
        /^CAUSE +RULE +NODES/ { table = 1; next }
        /^$/ { table = 0 }
        table { kinds = kinds sprintf ("%s%s %s (%s+%s)", kinds == "" ? "" : ", ", $1, $2, $3, $4) }
        { last = $0 }
        END { print pair ": " (kinds != "" ? kinds : last) }'
  before=$release
done
