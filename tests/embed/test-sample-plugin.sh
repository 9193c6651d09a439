#!/usr/bin/env bash
# A program that links the library, not the objects behind it, and brings a plugin
# for KubeSchedulerConfigurations.

FIT_TEST_SRCDIR=${FIT_TEST_SRCDIR:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
FIT_TEST_BUILDDIR=${FIT_TEST_BUILDDIR:-$FIT_TEST_SRCDIR/build}
. "$FIT_TEST_SRCDIR/tests/lint/tap.sh"

program=$FIT_TEST_BUILDDIR/tests/embed/sample-plugin
cd "$FIT_TEST_SRCDIR/tests/embed" || exit 1

# run COMMAND...: with the configuration and the cluster of this directory
run ()
{
  "$program" "$@" --config sample-config.yaml -f sample-cluster.yaml
}

is "$(run simulate -o name)" "default/web node-b" "the node with fewer pods is chosen"
result=$(run simulate)
is "$(grep web <<<"$result")" "default/web  node-b     97          2         2" \
  "its score is 100 less the pods on it, and both nodes were looked at"
is "$(G_MESSAGES_DEBUG=all run simulate 2>&1 | grep -o 'success score.*')" "\
success score, this node node-a get 86 points
success score, this node node-b get 97 points" "what it gives is logged"
is "$(run simulate --release 1.28 -o name)" "default/web node-b" "the same in v1.28"

# crowded: the cluster with more than a hundred pods on the second node too
crowded ()
{
  cat sample-cluster.yaml
  for i in $(seq 120); do
    printf -- '---\n{apiVersion: v1, kind: Pod, metadata: {name: x%s}, spec: {nodeName: node-b, containers: [{name: c}]}}\n' "$i"
  done
}

result=$("$program" simulate --config sample-config.yaml -f <(crowded))
is "$(grep -A 1 web <<<"$result" | tail -1 | sed 's/^ *//')" \
  'applying score defaultWeights on Score plugins: plugin "sample-plugin" returns an invalid score -23, it should in the range of [0, 100] after normalizing' \
  "more than 100 pods are out of range"

"$program" validate sample-config.yaml >/dev/null 2>&1
is "$?" 0 "the configuration is valid for this program"
"$FIT_TEST_BUILDDIR/fitsched" validate --unknown-plugins error sample-config.yaml >/dev/null 2>&1
is "$?" 3 "and for no other"
is "$(sed s/sample-plugin/sample-plugn/ sample-config.yaml | "$program" validate - | grep -o 'did you mean.*')" \
  'did you mean "sample-plugin"?' "a name near that of the plugin is hinted at"
finish
