#!/usr/bin/env bash
# A rollout goes as it is said to go: on random clusters, the steps of --rollout
# are played one by one, with the rules of the Deployment controller written down
# once more.  No step has more pods than maxSurge allows, or fewer than
# maxUnavailable; each new pod has room on its node, and none waits that has room
# anywhere; one that completes has replaced all pods, and one that is stuck can do
# nothing more.
#
# FIT_TEST_SEED=7 begins with another cluster, FIT_TEST_LONG=1 takes ten times as
# many.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

# play SEED [STEPS NODES]: writes a cluster and the new version, or plays what is
# in the files, and prints what is wrong with it
play ()
{
  awk -v seed="$1" -v steps="${2-}" -v items="${3-}" '
  function rnd (n) { return int(rand() * n) }
  function min (a, b) { return a < b ? a : b }
  function wrong (text) { print "step " step ": " text }
  function deployment (cpu, version, out) {
    printf "---\n{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: default, uid: web}, spec: {replicas: %d, selector: {matchLabels: {app: web}}, strategy: {rollingUpdate: {maxSurge: %d, maxUnavailable: %d}}, template: {metadata: {labels: {app: web, version: %s}}, spec: {%scontainers: [{name: c, resources: {requests: {cpu: %dm}}}]}}}}\n", replicas, surge, unavailable, version, apart && version == "b" ? "affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname, labelSelector: {matchLabels: {version: b}}}]}}, " : "", cpu >out
  }
  function write (    i) {
    for (i = 0; i < nodes; i++)
      printf "---\n{apiVersion: v1, kind: Node, metadata: {name: n%d, labels: {kubernetes.io/hostname: n%d}}, status: {allocatable: {cpu: %dm, memory: 9Gi, pods: 20}}}\n", i, i, cpu[i] >"cluster.yaml"
    deployment(old_cpu, "a", "cluster.yaml")
    printf "---\n{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web-old, namespace: default, uid: web-old, ownerReferences: [{apiVersion: apps/v1, kind: Deployment, name: web, uid: web, controller: true}]}, spec: {replicas: %d, selector: {matchLabels: {app: web, version: a}}}}\n", n_old >"cluster.yaml"
    for (i = 0; i < n_old; i++)
      printf "---\n{apiVersion: v1, kind: Pod, metadata: {name: web-old-%d, namespace: default, creationTimestamp: \"2026-01-01T%02d:00:00Z\", labels: {app: web, version: a}, ownerReferences: [{apiVersion: apps/v1, kind: ReplicaSet, name: web-old, uid: web-old, controller: true}]}, spec: {nodeName: n%d, containers: [{name: c, resources: {requests: {cpu: %dm}}}]}, status: {phase: Running}}\n", i, created[i], at[i], old_cpu >"cluster.yaml"
    deployment(new_cpu, "b", "new.yaml")
  }
  function fits (i) { return cpu[i] >= new_cpu && !(apart && fresh[i]) }
  # The ReplicaSet controller removes the most crowded pods, then the newest.
  function remove_old (n,    i, j, ahead, gone) {
    for (i = 0; i < n_old; i++) {
      ahead = 0
      for (j = 0; !removed[i] && j < n_old; j++)
        if (j != i && !removed[j])
          ahead += crowd[at[j]] != crowd[at[i]] ? crowd[at[j]] > crowd[at[i]] : created[j] != created[i] ? created[j] > created[i] : j > i
      gone[i] = !removed[i] && ahead < n
    }
    for (i = 0; i < n_old; i++)
      if (gone[i]) {
        removed[i] = 1; left--
        cpu[at[i]] += old_cpu; crowd[at[i]]--
      }
  }
  # How many pods the controller starts and removes now.
  function to_start () { return left + started < replicas + surge ? min(replicas - started, replicas + surge - left - started) : 0 }
  function to_remove () { return left + placed > replicas - unavailable && left + started > replicas - unavailable + waiting ? min(left, left + placed - replicas + unavailable) : 0 }
  function find_room (    i) {
    for (i = 0; i < nodes; i++)
      if (waiting && fits(i))
        wrong("a pod waits, and n" i " has room")
  }
  BEGIN {
    srand (seed); rand ()
    nodes = 2 + rnd(4); replicas = 1 + rnd(6); n_old = replicas - (replicas > 1 && rnd(4) == 0); apart = rnd(3) == 0
    surge = rnd(3); unavailable = min(surge ? rnd(3) : 1 + rnd(2), replicas)
    old_cpu = 300 + 100 * rnd(5); new_cpu = 300 + 100 * rnd(7)
    for (i = 0; i < n_old; i++) {
      at[i] = rnd(nodes); created[i] = rnd(9)
      need[at[i]] += old_cpu; crowd[at[i]]++
    }
    for (i = 0; i < nodes; i++)
      cpu[i] = need[i] + 100 * rnd(8)
    if (steps == "") {
      write ()
      exit
    }
    for (i in need)
      cpu[i] -= need[i]
    left = n_old
    while ((getline <steps) > 0) {
      if (/gets stuck/)
        stuck = 1
      if ($1 !~ /^[0-9]+$/)
        continue
      step = $1
      if ($2 != to_start())
        wrong($2 " pods are started, not " to_start())
      started += $2; waiting += $2
      for (i = 0; i < $3; i++) {
        getline item <items
        sub (/.* n/, "", item)
        if (!fits(item))
          wrong("no room on n" item)
        cpu[item] -= new_cpu; crowd[item]++; fresh[item]++; waiting--; placed++
      }
      find_room()
      if ($4 != to_remove())
        wrong($4 " pods are removed, not " to_remove())
      remove_old($4)
      if (left + started > replicas + surge)
        wrong("more pods than maxSurge allows")
      if (left + placed < min(replicas - unavailable, n_old))
        wrong("fewer pods than maxUnavailable allows")
      if ($5 != left || $6 != started || $7 != left + placed)
        wrong("there are " left " old pods and " started " new ones, " left + placed " of them available")
    }
    find_room()
    step = "last"
    if (stuck ? to_start() + to_remove() > 0 || placed == replicas : placed != replicas || left)
      wrong(stuck ? "it could go on" : "it has not completed")
  }' </dev/null
}

first=${FIT_TEST_SEED:-1} runs=60 stuck=0
[ -z "${FIT_TEST_LONG-}" ] || runs=$((10 * runs))
for rules in "--provider DefaultProvider" "--release 1.30"; do
  for ((seed = first; seed < first + runs; seed++)); do
    play "$seed"
    for format in "" "-o name"; do
      fitsched simulate $rules -f cluster.yaml -f new.yaml --rollout deploy/web $format >"said${format/ /}" 2>error.txt
      [ $? -le 1 ] || cat error.txt
    done
    is "$(play "$seed" said said-oname)" "" "seed $seed, $rules"
    stuck=$((stuck + $(grep -c 'gets stuck' said)))
  done
done
[ "$stuck" -gt $((runs / 10)) ] && [ "$stuck" -lt $((2 * runs - runs / 10)) ]
ok $? "some rollouts get stuck, and some do not: $stuck of $((2 * runs))"
finish
