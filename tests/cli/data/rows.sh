# rows.sh - writes manifests of as many objects as a test needs: bash rows.sh FUNCTION...
# SPDX-License-Identifier: Apache-2.0

# nodes FIRST LAST [FIELDS]: n001, n002...
nodes ()
{
  seq -f "---
{apiVersion: v1, kind: Node, metadata: {name: n%03g}, ${3-}
status: {allocatable: {cpu: '1', memory: 8Gi, pods: '20'}}}" "$1" "$2"
}

# running FIRST LAST: on each of these nodes a pod that leaves no room
running ()
{
  seq -f "%03g" "$1" "$2" | sed 's/.*/---\
{apiVersion: v1, kind: Pod, metadata: {name: p&}, spec: {nodeName: n&, containers: [{name: c, resources: {requests: {cpu: 1}}}]}}/'
}

# pending NAME CPU
pending ()
{
  echo "---
{apiVersion: v1, kind: Pod, metadata: {name: $1}, spec: {containers: [{name: c, resources: {requests: {cpu: $2}}}]}}"
}

# tainted N: as many nodes, each with a taint of its own
tainted ()
{
  for i in $(seq "$1"); do
    nodes "$i" "$i" "spec: {taints: [{key: k$i, effect: NoSchedule}]},"
  done
}

# halves N: pending pods of half a CPU
halves ()
{
  for i in $(seq "$1"); do
    pending "half-$i" 500m
  done
}

# deployment NAME REPLICAS
deployment ()
{
  echo "---
{apiVersion: apps/v1, kind: Deployment, metadata: {name: $1}, spec: {replicas: $2, selector: {matchLabels: {app: $1}},
  template: {metadata: {labels: {app: $1}}, spec: {containers: [{name: c, resources: {requests: {cpu: 100m}}}]}}}}"
}

# quota PODS
quota ()
{
  echo "---
{apiVersion: v1, kind: ResourceQuota, metadata: {name: few}, spec: {hard: {pods: '$1'}}, status: {hard: {pods: '$1'}, used: {pods: '0'}}}"
}

"$@"
