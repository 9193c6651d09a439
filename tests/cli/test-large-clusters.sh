#!/usr/bin/env bash
# On random clusters of thousands of nodes pods go where they go if each cycle
# compares what it knows of nodes with the nodes themselves (FITSCHED_CHECK_COLUMNS):
# the check looks at values in each cycle, and must not be what makes them right.
#
# FIT_TEST_SEED=7 begins with another cluster, FIT_TEST_LONG=1 takes ten times as
# many.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

if ! command -v python3 >/dev/null; then
  skip "no python3; apt-get install python3" "large clusters"
  finish
  exit
fi
first=${FIT_TEST_SEED:-1} runs=12
[ -z "${FIT_TEST_LONG-}" ] || runs=$((10 * runs))
for ((seed = first; seed < first + runs; seed++)); do
  release=$(python3 -B "$FIT_TEST_SRCDIR/tests/cli/large-cluster.py" $seed)
  for rules in "--config profile.yaml --release $release" "--provider DefaultProvider"; do
    fitsched simulate $rules -f cluster.json -o json >plain.json 2>/dev/null
    plain=$?
    FITSCHED_CHECK_COLUMNS=1 fitsched simulate $rules -f cluster.json -o json >checked.json 2>/dev/null
    checked=$?
    is "$plain $(cmp plain.json checked.json)" "$checked " "seed $seed, $rules"
  done
done
finish
