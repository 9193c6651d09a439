# advice.sh KIND: a small cluster in which a pod called new does not fit
# SPDX-License-Identifier: Apache-2.0
node ()
{
  printf '%s\n' "{apiVersion: v1, kind: Node, metadata: {name: $1, labels: {kubernetes.io/hostname: $1, topology.kubernetes.io/zone: $2}}, spec: {${4-}}, status: {allocatable: {cpu: '$3', memory: 8Gi, pods: 20}, conditions: [{type: Ready, status: '${5-True}', reason: ${6-KubeletReady}}]}}" ---
}

# pod NAME METADATA SPEC CPU
pod ()
{
  printf '%s\n' "{apiVersion: v1, kind: Pod, metadata: {name: $1, labels: {app: ${1%-*}}, $2}, spec: {$3 containers: [{name: c, image: i, ports: [$port], resources: {requests: {cpu: '$4'}}}]}}" ---
}

# running NAME NODE CPU [METADATA]; new CPU [SPEC]
running () { pod "$1" "${4-$replicas}" "nodeName: $2," "$3"; }
new () { pod new 'generation: 1' "${2-}" "$1"; }

owned='ownerReferences: [{apiVersion: apps/v1, name: o, uid: o, controller: true, kind:'
replicas="$owned ReplicaSet}]"
deleted="deletionTimestamp: '2026-01-02T03:04:05Z', $replicas"
port=
spread='topologySpreadConstraints: [{maxSkew: 1, topologyKey: topology.kubernetes.io/zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchExpressions: [{key: app, operator: In, values: [web, db, new]}]}}],'

echo --- # so that it is not read as JSON
case $1 in
  owners) # only the pod of a ReplicaSet can move
    node a x 4; node b x 2
    running static-1 a 1 "annotations: {kubernetes.io/config.mirror: m}, $owned Node}]"
    running daemon-1 a 1 "$owned DaemonSet}]"
    running bare-1 a 1 'generation: 1'
    running web-1 a 1
    new 1 'nodeSelector: {kubernetes.io/hostname: a},' ;;
  nowhere) # what would have to move fits nowhere else
    for n in a b c; do node $n x 4; running web-$n $n 2500m; done
    new 2 ;;
  budget) # a budget allows no eviction of the first
    node a x 4; node b x 2
    running guarded-1 a 1; running web-1 a 2
    running web-2 a 1
    echo '{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: g}, spec: {minAvailable: 1, selector: {matchLabels: {app: guarded}}}, status: {disruptionsAllowed: 0}}'
    echo ---
    new 1 'nodeSelector: {kubernetes.io/hostname: a},' ;;
  several) # two have to move, to two nodes
    node a x 2; node b x 1; node c x 1
    running web-1 a 1; running web-2 a 1
    new 2 ;;
  deleted) # a port, and place, that will be free
    node a x 4; node b x 1
    port='{containerPort: 80, hostPort: 80}' running old-1 a 1 "$deleted"
    running old-2 b 1 "$deleted"
    port='{containerPort: 80, hostPort: 80}' new 1 ;;
  zone) # a spread constraint, and a volume that is in one zone only; $2 says who
    # owns the pods of that zone
    node a1 a 4; node a2 a 4; node b1 b 4
    running web-1 a1 1 "$2"; running web-2 a2 1 "$2"; running web-3 b1 1
    echo '{apiVersion: v1, kind: PersistentVolume, metadata: {name: v, labels: {topology.kubernetes.io/zone: a}}, spec: {capacity: {storage: 1Gi}, claimRef: {namespace: default, name: v}, accessModes: [ReadWriteOnce], nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: topology.kubernetes.io/zone, operator: In, values: [a]}]}]}}}, status: {phase: Bound}}'
    echo ---
    echo '{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: v, annotations: {pv.kubernetes.io/bind-completed: "yes"}}, spec: {volumeName: v, resources: {requests: {storage: 1Gi}}, accessModes: [ReadWriteOnce]}, status: {phase: Bound}}'
    echo ---
    new 1 "$spread volumes: [{name: v, persistentVolumeClaim: {claimName: v}}]," ;;
  pair) # NAME PRIORITY CPU NAME PRIORITY CPU: one of them has to move
    node a x 3; node b x 3
    pod "$2" "$replicas" "nodeName: a, priority: $3," "$4"
    pod "$5" "$replicas" "nodeName: a, priority: $6," "$7"
    new 1 'nodeSelector: {kubernetes.io/hostname: a},' ;;
  unready) # and cordoned
    node a x 4 'unschedulable: true, taints: [{key: node.kubernetes.io/not-ready, effect: NoSchedule}]' False KubeletNotReady
    new 1 ;;
esac
