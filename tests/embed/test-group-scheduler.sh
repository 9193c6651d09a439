#!/usr/bin/env bash
# A program with a plugin at four extension points: groups of pods.

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
FIT_TEST_BUILDDIR=${FIT_TEST_BUILDDIR:-$FIT_TEST_SRCDIR/build}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"

program=$FIT_TEST_BUILDDIR/tests/embed/group-scheduler
cd "$FIT_TEST_SRCDIR/tests/embed" || exit 1

result=$("$program" simulate --config groups-config.yaml -f groups-cluster.yaml -o name 2>/dev/null)
is "$result" "\
default/crawler-a node
default/crawler-b node
default/index-a -
default/index-b -
default/index-c -" "all pods of a group are placed, or none"
is "$(sed 's/cpu: 3/cpu: 5/' groups-cluster.yaml | "$program" simulate --config groups-config.yaml -f - -o name 2>/dev/null | grep -c ' node$')" \
  5 "with more room both groups are"
finish
