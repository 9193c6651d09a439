#!/usr/bin/env bash
# what bed check finds in a record; it needs no server
# SPDX-License-Identifier: Apache-2.0

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
FIT_TEST_BUILDDIR=${FIT_TEST_BUILDDIR:-$FIT_TEST_SRCDIR/build}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"

record=$(mktemp)
trap 'rm "$record"' EXIT

# -- a record --------------------------------------------------------------

# at SECOND KIND JSON: a line of it
at () { echo "${1}000000 $2 $3"; }

# list SECOND KIND VERSION [ITEM...]
list ()
{
  local second=$1 kind=$2 version=$3 IFS=,
  shift 3
  at "$second" "$kind" "{\"metadata\":{\"resourceVersion\":\"$version\"},\"items\":[$*]}"
}

# event SECOND KIND TYPE OBJECT
event () { at "$1" "$2" "{\"type\":\"$3\",\"object\":$4}"; }

# node NAME VERSION [SPEC]: with room for a cpu
node ()
{
  echo "{\"metadata\":{\"name\":\"$1\",\"resourceVersion\":\"$2\"},\"spec\":{${3-}}," \
    "\"status\":{\"allocatable\":{\"cpu\":\"1\",\"memory\":\"1Gi\",\"pods\":\"10\"}}}"
}

# pod NAME VERSION NODE [METADATA]: it wants half a cpu
pod ()
{
  echo "{\"metadata\":{\"namespace\":\"shop\",\"name\":\"$1\",\"uid\":\"$1\",\"resourceVersion\":\"$2\"${4-}}," \
    "\"spec\":{${3:+\"nodeName\":\"$3\",}\"containers\":[{\"resources\":{\"requests\":{\"cpu\":\"500m\"}}}]}}"
}

# says WHAT STATUS VERDICT: of the record
says ()
{
  local out status=0
  out=$("$FIT_TEST_BUILDDIR/tests/e2e/bed" check "$record") || status=$?
  is "$status $out" "$2 $3" "$1"
}

cordoned='"unschedulable":true'
deleted=',"deletionTimestamp":"2026-01-01T00:00:00Z"'

# begin [NODE...]: a cluster with these and three pods
begin ()
{
  list 1 nodes 1 "$@"
  list 1 pods 1 "$(pod a 1 "")" "$(pod b 1 "")" "$(pod c 1 "")"
}

# -- what is right ---------------------------------------------------------

{
  begin "$(node n 1)"
  event 2 pods MODIFIED "$(pod a 2 n)"
  event 3 pods MODIFIED "$(pod b 3 n)"
} >"$record"
says "a node is filled" 0 "2 pods bound, 2 bindings checked, 1 pods pending, 2 lists, 0 wrong"

{
  begin "$(node n 1)"
  event 2 nodes MODIFIED "$(node n 2 "$cordoned")"
  event 31 pods MODIFIED "$(pod a 3 n)"
} >"$record"
says "what a node said half a minute ago counts: the scheduler may not have seen more" 0 \
  "1 pods bound, 1 bindings checked, 2 pods pending, 2 lists, 0 wrong"

{
  begin "$(node n 1 "$cordoned")"
  event 2 pods MODIFIED "$(pod a 2 "" "$deleted")"
  event 2 pods DELETED "$(pod b 3 "")"
  event 2 pods DELETED "$(pod c 4 "")"
  event 3 nodes MODIFIED "$(node n 5)"
} >"$record"
says "no scheduler has to try a pod that is being deleted" 0 \
  "0 pods bound, 0 bindings checked, 0 pods pending, 2 lists, 0 wrong"

# -- what is wrong ---------------------------------------------------------

{
  begin "$(node n 1)"
  event 2 pods MODIFIED "$(pod a 2 n)"
  event 2 pods MODIFIED "$(pod b 3 n)"
  event 2 pods MODIFIED "$(pod c 4 n)"
} >"$record"
says "what is on a node counts exactly" 1 "WRONG: shop/c was bound to n at version 4, but it has not enough cpu
3 pods bound, 3 bindings checked, 0 pods pending, 2 lists, 1 wrong"

{
  begin "$(node n 1)" "$(node m 1)"
  event 2 pods MODIFIED "$(pod a 2 n)"
  event 3 pods MODIFIED "$(pod a 3 m)"
  event 3 pods DELETED "$(pod b 4 "")"
  event 3 pods DELETED "$(pod c 5 "")"
} >"$record"
says "a pod is bound once" 1 "WRONG: shop/a was bound to n, then to m
1 pods bound, 1 bindings checked, 0 pods pending, 2 lists, 1 wrong"

{
  begin "$(node n 1)"
  event 2 nodes MODIFIED "$(node n 2 "$cordoned")"
  event 33 pods MODIFIED "$(pod a 3 n)"
} >"$record"
says "what a node said long ago does not count" 1 "WRONG: shop/a was bound to n at version 3, but it is cordoned
1 pods bound, 1 bindings checked, 2 pods pending, 2 lists, 1 wrong"

{
  begin "$(node n 1)"
  event 2 pods DELETED "$(pod b 2 "")"
  event 2 pods DELETED "$(pod c 3 "")"
} >"$record"
says "a pod that waits fits" 1 "WRONG: shop/a is pending, but fits on n
0 pods bound, 0 bindings checked, 1 pods pending, 2 lists, 1 wrong"

finish
