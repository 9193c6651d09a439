# obstacles.sh - prints a cluster with pods that face several obstacles of a kind
# SPDX-License-Identifier: Apache-2.0
cat <<'END'
apiVersion: v1
kind: Node
metadata: {name: node-1, labels: {kubernetes.io/hostname: node-1, zone: b}}
status: {allocatable: {cpu: 4, memory: 8Gi, pods: 10}}
---
apiVersion: v1
kind: Node
metadata: {name: node-2, labels: {kubernetes.io/hostname: node-2, zone: c}}
spec: {taints: [{key: k, value: a, effect: NoSchedule}, {key: k, value: b, effect: NoSchedule}, {key: l, effect: NoExecute}]}
status: {allocatable: {cpu: 4, memory: 8Gi, pods: 10}}
---
apiVersion: v1
kind: Pod
metadata: {name: web-1, labels: {app: web}}
spec: {nodeName: node-1, containers: [{name: c, image: i}]}
---
apiVersion: v1
kind: Pod
metadata: {name: web-2, labels: {app: web}}
spec: {nodeName: node-1, containers: [{name: c, image: i}]}
---
apiVersion: v1
kind: Pod
metadata: {name: apart}
spec:
  containers: [{name: c, image: i}]
  affinity:
    podAntiAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
      - {topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: web}}}
---
apiVersion: v1
kind: Pod
metadata: {name: torn}
spec:
  nodeSelector: {zone: a}
  containers: [{name: c, image: i, resources: {requests: {cpu: 5, memory: 9Gi}}}]
  affinity:
    nodeAffinity:
      requiredDuringSchedulingIgnoredDuringExecution:
        nodeSelectorTerms: [{matchExpressions: [{key: zone, operator: In, values: [c]}]}]
---
apiVersion: v1
kind: Pod
metadata: {name: large}
spec:
  containers: [{name: c, image: i, resources: {requests: {cpu: 5, memory: 9Gi}}}]
---
apiVersion: v1
kind: Pod
metadata: {name: labelled}
spec: {nodeSelector: {zone: c, kubernetes.io/hostname: node-1}, containers: [{name: c, image: i}]}
END
