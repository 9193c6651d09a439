#!/usr/bin/env bash
# A program that places all pods and compares nodes, without the command line.

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
FIT_TEST_BUILDDIR=${FIT_TEST_BUILDDIR:-$FIT_TEST_SRCDIR/build}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"

program=$FIT_TEST_BUILDDIR/tests/embed/compare-nodes
cd "$FIT_TEST_SRCDIR/tests/embed" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# compare POD: what the program says about the pod
compare ()
{
  "$program" shop-policy.yaml shop-cluster.yaml "$1" | sed '1,/^$/d'
}

is "$("$program" shop-policy.yaml shop-cluster.yaml shop/report | sed -n '/^$/q; s/: \([a-z]*\)$/ \1/p')" \
  "$("$FIT_TEST_BUILDDIR/fitsched" simulate --policy shop-policy.yaml -f shop-cluster.yaml -o name 2>/dev/null | sed "/ -\$/d")" \
  "pods go where fitsched simulate puts them"
is "$(compare shop/report)" "shop/report:
  small: PodFitsResources: Insufficient cpu: requested 12, used 0 of 2, free 2
  large: PodFitsResources: Insufficient cpu: requested 12, used 6 of 8, free 2
  reserved: PodFitsResources: Insufficient cpu: requested 12, used 0 of 8, free 8" "why a pod fits on no node"
is "$(compare "$("$program" shop-policy.yaml shop-cluster.yaml shop/report | sed -n 's/^\(shop\/web-.*\): small$/\1/p')" | sed 1d)" \
  "  small: 4 points
    LeastRequestedPriority: 4 x 1
  large: 2 points
    LeastRequestedPriority: 2 x 1
  reserved: PodToleratesNodeTaints: node(s) had taints that the pod didn't tolerate: taint team=ml:NoSchedule" "the scores of the nodes"

# A quota refuses one of the pods of the Deployment.
cat - shop-cluster.yaml >"$work/quota.yaml" <<'TEXT'
apiVersion: v1
kind: ResourceQuota
metadata: {name: small, namespace: shop}
spec: {hard: {pods: "2"}}
---
TEXT
is "$("$program" shop-policy.yaml "$work/quota.yaml" shop/report | sed '/^$/,$d' | grep -c 'exceeded quota: small')" 1 \
  "a pod that a quota refuses is among the results"

cat >"$work/broken.yaml" <<'TEXT'
apiVersion: v1
kind: Node
metadata: {name: [a]}
TEXT
is "$("$program" shop-policy.yaml "$work/broken.yaml" shop/report 2>&1; echo "status $?")" \
  "$work/broken.yaml: document 1: Node (no name): metadata.name: found a list, expected a string
status 3" "nothing of a broken cluster"
finish
