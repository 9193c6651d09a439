"""large-cluster.py - random clusters of some thousand nodes, of few or many kinds

usage: large-cluster.py SEED

Writes cluster.json and profile.yaml, and prints the release that reads the profile.
SPDX-License-Identifier: Apache-2.0
"""
import json
import random
import sys

seeded = random.Random(int(sys.argv[1]))
choose, below = seeded.choice, seeded.randrange

n_nodes = choose([1024, 2048, 2100, 3072, 3500])
n_kinds = choose([1, 1, 2, 5, 60])
kinds = [{"cpu": choose(["2", "4", "8"]), "memory": choose(["4Gi", "8Gi", "16Gi"])} for _ in range(n_kinds)]
in_order = choose([True, False])
n_zones, per_rack = choose([0, 1, 3]), choose([10, 100])
tainted, pressed = choose([0, 0, 0, 0.001, 0.1]), choose([0, 0, 0.001])


def node(i):
    kind = kinds[i * n_kinds // n_nodes if in_order else below(n_kinds)]
    name = "n%05d" % i
    labels = {"kubernetes.io/hostname": name, "disk": "d%d" % below(3), "rack": "r%d" % (i // per_rack)}
    if n_zones > 0:
        for key in ("topology.kubernetes.io/zone", "failure-domain.beta.kubernetes.io/zone"):
            labels[key] = "z%d" % (i % n_zones)
    spec, status = {}, {"allocatable": dict(kind, pods="3" if seeded.random() < 0.01 else "110")}
    if seeded.random() < tainted:
        spec["taints"] = [{"key": "a", "value": "b", "effect": choose(["NoSchedule", "PreferNoSchedule"])}]
    if seeded.random() < pressed:
        status["conditions"] = [{"type": choose(["DiskPressure", "MemoryPressure"]), "status": "True"}]
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": labels}, "spec": spec, "status": status}


def container(cpu, memory):
    return {"name": "c", "image": "i", "resources": {"requests": {"cpu": "%dm" % cpu, "memory": "%dMi" % memory}}}


def affinity(labels):
    """What one of a few pods asks for besides room."""
    term = {"topologyKey": choose(["rack", "disk", "kubernetes.io/hostname"]),
            "labelSelector": {"matchLabels": {"app": choose("abc")}}}
    to_pods = choose(["podAffinity", "podAntiAffinity"])
    return choose([
        {"nodeSelector": {"disk": choose(["d0", "d1"])}},
        {"affinity": {"nodeAffinity": {"preferredDuringSchedulingIgnoredDuringExecution": [
            {"weight": choose([1, 50]), "preference": {"matchExpressions": [{"key": "disk", "operator": "In", "values": ["d1"]}]}}]}}},
        {"affinity": {to_pods: {"preferredDuringSchedulingIgnoredDuringExecution": [
            {"weight": choose([1, 50]), "podAffinityTerm": term}]}}},
        {"affinity": {to_pods: {"requiredDuringSchedulingIgnoredDuringExecution": [term]}}},
        {"topologySpreadConstraints": [
            {"maxSkew": 1, "topologyKey": choose(["rack", "disk"]), "labelSelector": {"matchLabels": labels},
             "whenUnsatisfiable": choose(["ScheduleAnyway", "DoNotSchedule"])}]}])


def pod_class():
    labels = {"app": choose("abc")}
    spec = {"containers": [container(choose([0, 50, 250, 500, 1000, 1900, 3000, 3900]), choose([0, 100, 500, 3000]))]}
    if seeded.random() < 0.08:
        spec["containers"][0]["ports"] = [{"containerPort": 80, "hostPort": choose([80, 81])}]
    if seeded.random() < 0.4:
        spec.update(affinity(labels))
    if seeded.random() < 0.2:
        spec["tolerations"] = [{"operator": "Exists"}]
    return labels, spec


def pod(name, labels, spec):
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "d", "name": name, "labels": labels}, "spec": spec}


items = [node(i) for i in range(n_nodes)]
if choose([True, False]):
    items.append({"apiVersion": "v1", "kind": "Service", "metadata": {"name": "s", "namespace": "d"},
                  "spec": {"selector": {"app": choose("ab")}}})
for i in range(int(n_nodes * choose([0, 0.05, 1]))):
    items.append(pod("run%05d" % i, {"app": choose("abc")},
                     {"containers": [container(choose([100, 200, 1000]), 100)], "nodeName": "n%05d" % below(n_nodes)}))
classes = [pod_class() for _ in range(choose([3, 6, 20]))]
for i in range(choose([5, 20])):
    items.append(pod("first%05d" % i, {}, {"containers": [container(100 + i, 64)]}))
for i in range(choose([60, 150])):
    items.append(pod("p%05d" % i, *choose(classes)))
with open("cluster.json", "w") as file:
    json.dump({"apiVersion": "v1", "kind": "List", "items": items}, file)

release, version = choose([("1.18", "v1alpha2"), ("1.23", "v1beta3"), ("1.28", "v1"), ("1.34.1", "v1"), ("1.36", "v1")])
with open("profile.yaml", "w") as file:
    file.write("apiVersion: kubescheduler.config.k8s.io/%s\nkind: KubeSchedulerConfiguration\n"
               "percentageOfNodesToScore: %d\n" % (version, choose([100, 100, 100, 70])))
print(release)
