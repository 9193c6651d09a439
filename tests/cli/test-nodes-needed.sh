#!/usr/bin/env bash
# What --nodes-needed plans holds when the nodes come: on random clusters, the
# numbers in its JSON are added as real nodes, with the pods of DaemonSets that a
# quota allows and their CSINodes, and simulate places all pods; with one node less of any kind it
# does not.
#
# FIT_TEST_SEED=7 begins with another cluster, FIT_TEST_LONG=1 takes ten times as
# many.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

# generate SEED [NUMBER...]: a cluster in cluster.yaml, what to add in nodes.yaml,
# and in real.yaml so many real nodes of each template.  The rest of a line
# depends only on the seed.
generate ()
{
  awk -v seed="$1" -v numbers="${*:2}" '
  function rnd (n) { return int(rand() * n) }
  function node (name, kind, out,    labels) {
    labels = "zone: z" zone[kind] ", pool: p" pool[kind] ", kubernetes.io/hostname: " name
    printf "---\n{apiVersion: v1, kind: Node, metadata: {name: %s, labels: {%s}}, spec: {%s}, status: {allocatable: {cpu: %dm, memory: 9Gi, pods: %d}}}\n", name, labels, taint[kind] ? "taints: [{key: dedicated, value: db, effect: NoSchedule}]" : "", cpu[kind], 4 + kind % 9 >out
  }
  function csi_node (name, out) {
    printf "---\n{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: %s}, spec: {drivers: [{name: csi.example.com, nodeID: n, allocatable: {count: %d}}]}}\n", name, limit >out
  }
  function spec (set) {
    return sprintf ("%s%scontainers: [{name: c, resources: {requests: {cpu: %dm}}}]", only[set] ? "nodeSelector: {pool: p" only[set] - 1 "}, " : "", anywhere[set] ? "tolerations: [{operator: Exists}], " : "", asks[set])
  }
  function wants (set, kind) { return (!only[set] || only[set] - 1 == pool[kind]) && (anywhere[set] || !taint[kind]) }
  # In the order in which they are created: DaemonSets that are there, then those
  # of which there are pods.  A quota only refuses new ones.
  function daemons (name, kind, out, new,    i, set) {
    for (i = 0; i < sets; i++) {
      set = new ? order[i] : i
      if (wants(set, kind) && (object[set] || seen[set]) && !(new && used >= hard) && ++used)
        printf "---\n{apiVersion: v1, kind: Pod, metadata: {name: ds%d-%s, namespace: kube-system, labels: {ds: d%d}, ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: ds%d, uid: ds%d, controller: true}]}, spec: {nodeName: %s, affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [%s]}]}]}}}, %s}, status: {phase: Running}}\n", set, name, set, set, set, name, name, spec(set) >out
    }
  }
  function make_kind (kind) { zone[kind] = rnd(3); pool[kind] = rnd(2); taint[kind] = rnd(5) == 0; cpu[kind] = 2000 + 500 * rnd(5) }
  BEGIN {
    srand (seed); rand ()
    old = rnd(5); templates = 1 + rnd(3); sets = rnd(4); limit = 1 + rnd(5); csi = rnd(3)
    for (kind = 0; kind < old + templates; kind++)
      make_kind (kind)
    for (set = 0; set < sets; set++) {
      only[set] = rnd(3); anywhere[set] = rnd(3) == 0; asks[set] = 100 + 100 * rnd(5); object[set] = rnd(2)
      for (kind = 0; kind < old; kind++)
        if (wants(set, kind))
          seen[set] = 1
      if (object[set])
        printf "---\n{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: ds%d, namespace: kube-system}, spec: {selector: {matchLabels: {ds: d%d}}, template: {metadata: {labels: {ds: d%d}}, spec: {%s}}}}\n", set, set, set, spec(set) >"cluster.yaml"
    }
    hard = rnd(2) ? 999 : rnd(8)
    if (hard < 999)
      printf "---\n{apiVersion: v1, kind: ResourceQuota, metadata: {name: few, namespace: kube-system}, spec: {hard: {pods: %d}}}\n", hard >"cluster.yaml"
    for (kind = -1; kind < old; kind++)
      for (set = 0; set < sets; set++)
        if (kind < 0 ? object[set] : !object[set] && wants(set, kind) && !(set in listed))
          order[n_listed++] = set + (listed[set] = 0)
    for (set = 0; set < sets; set++)
      if (!object[set] && !(set in listed))
        order[n_listed++] = set
    for (kind = 0; kind < old; kind++) {
      node ("old" kind, kind, "cluster.yaml")
      daemons ("old" kind, kind, "cluster.yaml")
      if (csi)
        csi_node ("old" kind, "cluster.yaml")
    }
    pods = 1 + rnd(25)
    for (i = 0; i < pods; i++) {
      text = sprintf ("containers: [{name: c, resources: {requests: {cpu: %dm}}}]", rnd(30) == 0 ? 9000 : 100 + 100 * rnd(12))
      if (rnd(4) == 0)
        text = text ", nodeSelector: {zone: z" rnd(3) "}"
      if (rnd(6) == 0)
        text = text ", tolerations: [{key: dedicated, operator: Exists}]"
      if (rnd(5) == 0)
        text = text ", affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: a" i % 3 "}}}]}}"
      else if (rnd(5) == 0)
        text = text ", topologySpreadConstraints: [{maxSkew: 1, topologyKey: zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: a" i % 3 "}}}]"
      if (rnd(3) == 0) {
        printf "---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: pv%d}, spec: {accessModes: [ReadWriteOnce], capacity: {storage: 1Gi}, claimRef: {namespace: default, name: c%d, uid: u%d}, csi: {driver: csi.example.com, volumeHandle: v%d}}}\n", i, i, i, i >"cluster.yaml"
        printf "---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: c%d, namespace: default, uid: u%d, annotations: {pv.kubernetes.io/bind-completed: \"yes\"}}, spec: {volumeName: pv%d, accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}\n", i, i, i >"cluster.yaml"
        text = text ", volumes: [{name: v, persistentVolumeClaim: {claimName: c" i "}}]"
      }
      printf "---\n{apiVersion: v1, kind: Pod, metadata: {name: pod%d, namespace: default, labels: {app: a%d}}, spec: {%s}}\n", i, i % 3, text >"cluster.yaml"
    }
    printf "" >"real.yaml"
    split (numbers, n, " ")
    for (t = 0; t < templates; t++) {
      node ("new" t, old + t, "nodes.yaml")
      if (csi == 1)
        csi_node ("new" t, "nodes.yaml")
      for (i = 1; i <= n[t + 1]; i++) {
        node ("new" t "-" i, old + t, "real.yaml")
        daemons ("new" t "-" i, old + t, "real.yaml", 1)
        if (csi == 1 || (csi && old))
          csi_node ("new" t "-" i, "real.yaml")
      }
    }
  }'
}

# pending SEED NUMBER...: the pods without a node when so many real nodes come
pending ()
{
  generate "$@"
  fitsched simulate $rules -f cluster.yaml -f real.yaml -o name 2>/dev/null | sed -n 's/ -$//p' | sort
}

# numbers, not_helped: what the answer in needed.json says
numbers ()
{
  awk '/^  "templates"/ { inside = 1 } /^  "notHelped"/ { inside = 0 }
    inside && /^      "nodes": / { gsub(/[^0-9]/, ""); print ($0 == "" ? 0 : $0) }' needed.json
}
not_helped ()
{
  awk '/^  "notHelped"/ { inside = 1 } /^  "notes"/ { inside = 0 }
    inside && /^        "/ { gsub(/[ ",]/, ""); print }' needed.json | sort
}

# check SEED: prints what is wrong with the answer for a random cluster
check ()
{
  local seed=$1 of less left i
  rm -f cluster.yaml nodes.yaml
  generate "$seed"
  fitsched simulate $rules -f cluster.yaml --nodes-needed nodes.yaml -o json >needed.json 2>/dev/null
  [ $? -le 1 ] || echo "no answer"
  mapfile -t of < <(numbers)
  left=$(not_helped)
  [ "$(pending "$seed" "${of[@]}")" = "$left" ] ||
    echo "with ${of[*]} nodes not only these are pending: $left"
  for i in "${!of[@]}"; do
    [ "${of[i]}" -gt 0 ] || continue
    less=("${of[@]}")
    less[i]=$((of[i] - 1))
    [ -n "$(pending "$seed" "${less[@]}" | comm -23 - <(echo "$left"))" ] ||
      echo "${less[*]} nodes are enough, too, not only ${of[*]}"
    added=$((added + of[i]))
  done
}

first=${FIT_TEST_SEED:-1} runs=40 added=0
[ -z "${FIT_TEST_LONG-}" ] || runs=$((10 * runs))
for rules in "--provider DefaultProvider" "--config profile.yaml --release 1.30"; do
  for ((seed = first; seed < first + runs; seed++)); do
    check "$seed" >wrong
    is "$(cat wrong)" "" "seed $seed, $rules"
  done
done
[ "$added" -gt "$runs" ]
ok $? "most clusters need nodes: $added"
finish
