#!/usr/bin/env bash
# A what-if is as good as the cluster edited by hand: on random clusters, pods go
# where they go if the nodes are cordoned or taken out of the input, and pods with
# a controller are put at its end again, pending.
#
# FIT_TEST_SEED=7 begins with another cluster, FIT_TEST_LONG=1 takes ten times as
# many.

. "$(dirname "$0")/common.sh"

# generate SEED EDIT: prints a cluster, edited as EDIT says: "none", or
#   drain, cordon, zone, replace   for nodes: n1 and n2; zone z1; pool old
#   scale, shrink                  rs1 has two pods more, or none
generate ()
{
  awk -v seed="$1" -v edit="$2" '
  function rnd (n) { return int(rand() * n) }
  function node (name, zone, pool, cpu, cordoned) {
    printf "---\n{apiVersion: v1, kind: Node, metadata: {name: %s, labels: {topology.kubernetes.io/zone: z%d, failure-domain.beta.kubernetes.io/zone: z%d, pool: %s, kubernetes.io/hostname: %s}}, spec: {unschedulable: %s}, status: {allocatable: {cpu: %dm, memory: 9Gi, pods: 12}}}\n", name, zone, zone, pool, name, cordoned ? "true" : "false", cpu
  }
  function owned (kind, name) { return sprintf(", ownerReferences: [{apiVersion: apps/v1, kind: %s, name: %s, uid: %s, controller: true}]", kind, name, name) }
  function pod (name, labels, meta, where, spec) {
    printf "---\n{apiVersion: v1, kind: Pod, metadata: {name: %s, labels: {%s}%s}, spec: {%s%s}%s}\n", name, labels, meta, where == "" ? "" : "nodeName: " where ", ", spec, where == "" ? "" : ", status: {phase: Running}"
  }
  function set_pod (name, set, where) { pod (name, "app: a" set, owned("ReplicaSet", "rs" set), where, spec[set]) }
  function daemon (where) { pod ("ds-" where, "app: ds", owned("DaemonSet", "ds"), where, "containers: [{name: c, resources: {requests: {cpu: 300m}}}]") }
  BEGIN {
    srand (seed); rand ()
    nodes = 4 + rnd(4); daemons = rnd(2)
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
        daemon ("n" i)
    }
    for (i = 0; edit == "replace" && i < 2; i++) {
      node ("fresh" i, i, "new", 2000 + 1000 * i, 0)
      if (daemons)
        daemon ("fresh" i)
    }
    for (i = 0; i < 20; i++) {
      set = i < 3 ? i : rnd(3); what = i < 3 ? 1 : rnd(8); at = rnd(nodes + 2)
      if (edit == "shrink" && set == 1 && (what > 0 || i % 2 == 0))
        continue
      if (what > 0 && at < nodes && gone[at])
        moved[++n_moved] = set " " i
      else if (what > 0)
        set_pod ("rs" set "-" i, set, at < nodes ? "n" at : "")
      else if (at < nodes && !out[at] && i % 2)
        pod ("static-" i, "app: s", ", annotations: {kubernetes.io/config.mirror: x}", "n" at, spec[set])
      else if (at < nodes && !gone[at] && i % 2 == 0)
        pod ("lone-" i, "app: a" set, "", "n" at, spec[set])
    }
    for (i = 1; i <= n_moved; i++) {
      split (moved[i], of, " ")
      set_pod ("rs" of[1] "-" of[2], of[1], "")
    }
    for (i = 0; edit == "scale" && i < 2; i++)
      set_pod ("rs1-more" i, 1, "")
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

# placed FILE [WHAT-IF]: where pods go; new pods of a set are all alike
placed ()
{
  fitsched simulate $rules -f "$1" "${@:2}" -o name 2>error.txt | sed 's/rs1-more[01] \|rs1-[a-z0-9]\{5\} /rs1-new /'
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
    check drain cluster.yaml --drain n1,n2
    check cordon cluster.yaml --cordon n1,n2
    check zone cluster.yaml --without-zone z1
    check replace cluster.yaml --replace-nodes pool=old=fresh.yaml
    check scale cluster.yaml --scale "rs/rs1=$(scaled)"
    check scale pods.yaml --scale "rs/rs1=$(scaled)"
    check shrink cluster.yaml --scale rs/rs1=0
  done
done
[ "$changed" -gt $((3 * runs)) ]
ok $? "most what-ifs change something: $changed"
finish
