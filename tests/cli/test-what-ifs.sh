#!/usr/bin/env bash
# A what-if is as good as the cluster edited by hand: on random clusters, pods go
# where they go if the nodes are cordoned or taken out of the input, and pods with
# a controller are put at its end again, pending.
#
# FIT_TEST_SEED=7 begins with another cluster, FIT_TEST_LONG=1 takes ten times as
# many.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

# generate SEED EDIT: prints a cluster, edited as EDIT says: "none", or
#   drain, cordon, zone, replace   for nodes: n1 and n2; zone z1; pool old
#   scale, shrink, fewer           rs1 has two pods more, none, or half of them
generate ()
{
  awk -v seed="$1" -v edit="$2" '
  function rnd (n) { return int(rand() * n) }
  function node (name, zone, pool, cpu, cordoned) {
    printf "---\n{apiVersion: v1, kind: Node, metadata: {name: %s, labels: {topology.kubernetes.io/zone: z%d, failure-domain.beta.kubernetes.io/zone: z%d, pool: %s, kubernetes.io/hostname: %s}}, spec: {unschedulable: %s}, status: {allocatable: {cpu: %dm, memory: 9Gi, pods: 12}}}\n", name, zone, zone, pool, name, cordoned ? "true" : "false", cpu
  }
  function owned (kind, name) { return sprintf(", ownerReferences: [{apiVersion: apps/v1, kind: %s, name: %s, uid: %s, controller: true}]", kind, name, name) }
  function pod (name, labels, meta, where, spec, status) {
    printf "---\n{apiVersion: v1, kind: Pod, metadata: {name: %s, labels: {%s}%s}, spec: {%s%s}, status: {phase: %s%s}}\n", name, labels, meta, where == "" ? "" : "nodeName: " where ", ", spec, where == "" ? "Pending" : "Running", status
  }
  function set_pod (name, set, where) { pod (name, "app: a" set, owned("ReplicaSet", "rs" set), where, spec[set]) }
  function daemon_spec (pin) { return (pin == "" ? "" : "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution: {nodeSelectorTerms: [{matchFields: [{key: metadata.name, operator: In, values: [" pin "]}]}]}}}, ") "containers: [{name: c, resources: {requests: {cpu: 300m}}}]" }
  function daemon (name, where) { pod ("ds-" name, "app: ds", owned("DaemonSet", "ds"), where, daemon_spec(where == "" ? name : "")) }
  function hour (n) { return sprintf("2026-01-01T%02d:00:00Z", n) }
  # What decides which pods of rs1 go when it shrinks.
  function meta_of (i) { return (cost[i] ? sprintf(", annotations: {controller.kubernetes.io/pod-deletion-cost: \"%d\"}", cost[i]) : "") sprintf(", creationTimestamp: \"%s\"", hour(created[i])) }
  function status_of (i) { return sprintf(", conditions: [{type: Ready, status: \"%s\", lastTransitionTime: \"%s\"}], containerStatuses: [{name: c, restartCount: %d}]", ready[i] ? "True" : "False", hour(since[i]), restarts[i]) }
  function is_member (i) { return set_of[i] == 1 && (what_of[i] > 0 || (i % 2 == 0 && at_of[i] < nodes)) }
  function on (i) { return at_of[i] < nodes ? at_of[i] : -1 }
  function is_ready (i) { return on(i) >= 0 && ready[i] }
  # Does i go before j?
  function goes_before (i, j) {
    if ((on(i) < 0) != (on(j) < 0)) return on(i) < 0
    if (is_ready(i) != is_ready(j)) return !is_ready(i)
    if (cost[i] != cost[j]) return cost[i] < cost[j]
    if (crowd[on(i)] != crowd[on(j)]) return crowd[on(i)] > crowd[on(j)]
    if (is_ready(i) && since[i] != since[j]) return since[i] > since[j]
    if (on(i) >= 0 && restarts[i] != restarts[j]) return restarts[i] > restarts[j]
    if (created[i] != created[j]) return created[i] > created[j]
    return i > j
  }
  function find_deleted (    i, j, n, ahead) {
    for (i = 0; i < 20; i++)
      if (is_member(i)) { n++; crowd[on(i)]++ }
    for (i = 0; i < 20; i++) {
      ahead = 0
      for (j = 0; j < 20; j++)
        ahead += i != j && is_member(i) && is_member(j) && goes_before(j, i)
      deleted[i] = is_member(i) && ahead < int(n / 2)
    }
  }
  BEGIN {
    srand (seed); rand ()
    nodes = 4 + rnd(4); daemons = rnd(2); small = rnd(2)
    if (daemons && rnd(2))
      printf "---\n{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: ds, namespace: default, uid: ds}, spec: {selector: {matchLabels: {app: ds}}, template: {metadata: {labels: {app: ds}}, spec: {%s}}}}\n", daemon_spec("")
    for (i = 0; i < 20; i++) {
      cost[i] = rnd(5) ? 0 : rnd(3) - 1; ready[i] = rnd(2); since[i] = rnd(4); restarts[i] = rnd(2); created[i] = rnd(4)
      set_of[i] = i < 3 ? i : rnd(3); what_of[i] = i < 3 ? 1 : rnd(8); at_of[i] = rnd(nodes + 2)
    }
    if (edit == "fewer")
      find_deleted()
    for (set = 0; set < 3; set++) {
      spec[set] = sprintf("containers: [{name: c, resources: {requests: {cpu: %dm}}}]", 200 + 100 * rnd(9))
      if (rnd(3) == 0)
        spec[set] = spec[set] ", nodeSelector: {pool: new}"
      if (rnd(3) == 0)
        spec[set] = spec[set] ", affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {app: a" rnd(3) "}}}]}}"
      else if (rnd(3) == 0)
        spec[set] = spec[set] ", topologySpreadConstraints: [{maxSkew: 1, topologyKey: topology.kubernetes.io/zone, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: a" set "}}}]"
      printf "---\n{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: rs%d, namespace: default, uid: rs%d}, spec: {replicas: %d, selector: {matchLabels: {app: a%d}}, template: {metadata: {labels: {app: a%d}}, spec: {%s}}}}\n", set, set, edit != "shrink" || set != 1, set, set, spec[set]
    }
    for (i = 0; i < nodes; i++) {
      zone[i] = rnd(i == 1 ? 1 : 3) + (i == 1); old[i] = i == 0 || rnd(3) == 0; cpu[i] = 2000 + 500 * rnd(5)
      gone[i] = (edit == "drain" && (i == 1 || i == 2)) || (edit == "zone" && zone[i] == 1) || (edit == "replace" && old[i])
      out[i] = gone[i] && edit != "drain"
      if (!out[i])
        node ("n" i, zone[i], old[i] ? "old" : "new", cpu[i], gone[i] || (edit == "cordon" && (i == 1 || i == 2)))
      if (daemons && !out[i])
        daemon ("n" i, "n" i)
    }
    for (i = 0; edit == "replace" && i < 2; i++) {
      node ("fresh" i, i, "new", i == 0 && small ? 200 : 2000 + 1000 * i, 0)
      if (daemons && (i == 1 || !small))
        daemon ("fresh" i, "fresh" i)
    }
    for (i = 0; i < 20; i++) {
      set = set_of[i]; what = what_of[i]; at = at_of[i]
      if (deleted[i])
        continue
      if (edit == "shrink" && set == 1 && (what > 0 || i % 2 == 0))
        continue
      if (what > 0 && at < nodes && gone[at])
        moved[++n_moved] = set " " i
      else if (what > 0)
        pod ("rs" set "-" i, "app: a" set, owned("ReplicaSet", "rs" set) meta_of(i), at < nodes ? "n" at : "", spec[set], at < nodes ? status_of(i) : "")
      else if (at < nodes && !out[at] && i % 2)
        pod ("static-" i, "app: s", ", annotations: {kubernetes.io/config.mirror: x}", "n" at, spec[set])
      else if (at < nodes && !gone[at] && i % 2 == 0)
        pod ("lone-" i, "app: a" set, meta_of(i), "n" at, spec[set], status_of(i))
    }
    for (i = 1; i <= n_moved; i++) {
      split (moved[i], of, " ")
      set_pod ("rs" of[1] "-" of[2], of[1], "")
    }
    for (i = 0; edit == "scale" && i < 2; i++)
      set_pod ("rs1-more" i, 1, "")
    if (edit == "replace" && daemons && small)
      daemon ("fresh0", "")
  }'
}

# fresh: the nodes that come
fresh ()
{
  generate "$seed" replace | grep 'name: fresh[01], labels'  | sed 's/^/---\n/'
}

# scaled: how many pods rs1 has when it has two more; it adopts those without a
# controller
scaled ()
{
  echo $(($(grep -c 'kind: ReplicaSet, name: rs1,\|name: lone-[0-9]*, labels: {app: a1}' cluster.yaml) + 2))
}

# placed FILE [WHAT-IF]: where pods go; new pods of a set are all alike, and so
# are those of DaemonSets that fit nowhere
placed ()
{
  fitsched simulate $rules -f "$1" "${@:2}" -o name 2>error.txt | sed 's/rs1-more[01] \|rs1-[a-z0-9]\{5\} /rs1-new /; s/ds-[a-z0-9]* -$/ds-new -/'
}

# check EDIT FILE WHAT-IF...
check ()
{
  local got expected
  generate "$seed" "$1" >edited.yaml
  expected=$(placed edited.yaml)
  got=$(placed "${@:2}")
  is "$got" "$expected" "seed $seed, $rules, ${*:2}"
  [ "$expected" = "$before" ] || changed=$((changed + 1))
}

first=${FIT_TEST_SEED:-1} runs=15 changed=0
[ -z "${FIT_TEST_LONG-}" ] || runs=$((10 * runs))
for rules in "--provider DefaultProvider" "--release 1.30"; do
  for ((seed = first; seed < first + runs; seed++)); do
    generate "$seed" none >cluster.yaml
    sed '/kind: ReplicaSet, metadata: {name: rs1/d' cluster.yaml >pods.yaml
    fresh >fresh.yaml
    before=$(placed cluster.yaml)
    left=${rules/--release/--left-release} left=${left/--provider/--left}
    is "$(fitsched diff $left --shards 1 -f cluster.yaml 2>&1 | tail -n 1 | cut -d: -f1)" "nothing is lost" \
      "seed $seed, $rules: one scheduler for all nodes is what there is"
    check drain cluster.yaml --drain n1,n2
    check cordon cluster.yaml --cordon n1,n2
    check zone cluster.yaml --without-zone z1
    check replace cluster.yaml --replace-nodes pool=old=fresh.yaml
    check scale cluster.yaml --scale "rs/rs1=$(scaled)"
    check scale pods.yaml --scale "rs/rs1=$(scaled)"
    check shrink cluster.yaml --scale rs/rs1=0
    check fewer cluster.yaml --scale "rs/rs1=$((($(scaled) - 1) / 2))"
  done
done
[ "$changed" -gt $((3 * runs)) ]
ok $? "most what-ifs change something: $changed"
finish
