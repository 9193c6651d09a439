#!/usr/bin/env bash
# Decisions as columns say of every node what 'fitsched explain -o json' says.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/../cli/common.sh"

compare=$FIT_TEST_BUILDDIR/tests/report/compare-columns

# alike OPTION...: of the pods that wait there, placed or not
alike ()
{
  local pods
  pods=$(fitsched simulate "$@" -o name 2>/dev/null | awk '{ print $1 }' | head -12)
  [ -n "$pods" ] || return
  # shellcheck disable=SC2086
  fitsched explain $pods "$@" -o json >long.json 2>/dev/null
  # shellcheck disable=SC2086
  fitsched explain $pods "$@" -o json --detail columns >columns.json 2>/dev/null
  is "$("$compare" long.json columns.json 2>compared)" "" "fitsched explain $*"
  total=$((total + $(awk '{ print $1 }' compared)))
}

total=0
# shellcheck disable=SC2086
alike $demo
# shellcheck disable=SC2086
alike --config profile.yaml -f cluster.json -f services.yaml --pods pods.yaml
alike --config profile.yaml --release 1.30 -f chosen-nodes.yaml
alike --policy gpu-policy.json -f gpu-cluster.yaml --extenders gpu-answers.yaml
for cluster in ties.yaml claims.yaml five-volumes.yaml evictions.yaml images.yaml label-cluster.yaml many-alike.yaml \
  two-profiles.yaml what-helps.yaml why-pods.yaml why-nodes.yaml uneven.yaml stock.yaml; do
  alike --provider DefaultProvider -f "$cluster"
  alike --release 1.34.1 -f "$cluster"
done
[ "$total" -ge 200 ]
ok $? "many nodes were compared ($total)"
finish
