# shellcheck shell=bash
#
# show-cluster.sh MIGRATION...: the cluster that is made to verify it, an object on
# each line, without what all of them say alike
# SPDX-License-Identifier: Apache-2.0
fitsched migrate "$@" --accept-loss --verify --write-cluster cluster.tmp --write /dev/null >/dev/null 2>&1
echo $?
sed 1d cluster.tmp | tr '\n' ' ' | sed -e 's/--- apiVersion: v1 kind: /\n/g' -e 's/$/\n/' \
  | sed -E -e 's/ +/ /g' -e 's/ $//' -e 's/metadata: name: //' \
    -e 's/^Node "([^"]*)-([^"]*)" labels: \{"fitsched.example\/tries": "\1", "kubernetes.io\/hostname": "\1-\2"/Node "\1-\2" {/' \
    -e 's/ status: allocatable: \{cpu: 10, memory: 100000Mi, pods: 110\} conditions: \[\{type: Ready, status: "True"\}\]$//' \
    -e 's/^(Pod "([^"]*)-[^"]*".*) nodeSelector: \{fitsched.example\/tries: "\2"\}/\1/' \
    -e 's/ containers: \[\{name: main, resources: \{requests: \{cpu: 150m, memory: 1500Mi\}\}\}\]//'
rm cluster.tmp
