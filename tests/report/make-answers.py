#!/usr/bin/env python3
"""make-answers.py DIRECTORY: answers that no small sample gives: a large cluster, a vast one, hostile names, nothing pending, names that many pods have; and a trace"""
import json
import os
import sys

RULES = [{"name": "BalancedResourceAllocation", "weight": 1}, {"name": "LeastRequestedPriority", "weight": 1}]
REASONS = ["Insufficient cpu", "Insufficient memory", "node(s) were unschedulable"]
GI = 2 ** 30


def resource(name, unit, allocatable, before, after):
    return {"name": name, "unit": unit, "allocatable": allocatable, "before": before, "after": after}


def cluster(names, pods, zones, groups):
    """pods: (name, node, whether it is new)"""
    n = len(names)
    cpu, memory, number, fresh = [0] * n, [0] * n, [0] * n, [0] * n
    for i, (_, node, new) in enumerate(pods):
        cpu[node] += 500 + i % 7 * 100
        memory[node] += GI * (1 + i % 5)
        number[node] += 1
        fresh[node] += new
    new = [i for i, pod in enumerate(pods) if pod[2]]
    return {"names": names, "zones": {"values": zones, "of": [i % len(zones) for i in range(n)]},
            "groups": {"label": "pool", "values": groups, "of": [i // len(zones) % len(groups) for i in range(n)]},
            "cordoned": [[n - 1, n - 1]], "notReady": [], "taints": [{"taint": "dedicated=db:NoSchedule", "nodes": [[0, 0]]}],
            "resources": [resource("cpu", "milli", [8000] * n, cpu, cpu), resource("memory", "bytes", [32 * GI] * n, memory, memory),
                          resource("pods", "count", [110] * n, [a - b for a, b in zip(number, fresh)], number)],
            "pods": {"names": [p[0] for p in pods], "of": [p[1] for p in pods], "cpu": [500 + i % 7 * 100 for i in range(len(pods))],
                     "memory": [GI * (1 + i % 5) for i in range(len(pods))], "new": [[i, i] for i in new]}, "podsLeftOut": 0}


def item(name, node, names):
    namespace, _, short = name.partition("/")
    return {"namespace": namespace, "name": short, "node": None if node is None else names[node], "score": None if node is None else 12,
            "evaluatedNodes": len(names), "feasibleNodes": 0 if node is None else len(names) - 1, "outcome": "unschedulable" if node is None else "placed",
            "message": None if node is not None else f"0/{len(names)} nodes are available: {len(names)} Insufficient cpu.", "victims": []}


def placed(pods, node, n):
    """A decision: every node but the last fits, its points go up and down."""
    values = [[i * 7 % 10 for i in range(n - 1)], [i * 3 % 11 for i in range(n - 1)]]
    return {"pods": pods, "outcome": "placed", "node": node, "message": None, "evaluated": n, "total": 30, "requests": [["cpu", "500m"], ["memory", "1Gi"]],
            "feasible": [[0, n - 2]], "rejected": [{"reasons": [2], "nodes": [[n - 1, n - 1]]}], "points": {"rules": [0, 1], "common": 10, "values": values},
            "runnerUp": (node + 1) % (n - 1), "margin": 1, "deciding": 1, "tied": [], "remedies": [], "nearest": None, "scattered": []}


def pending(pods, n, remedy="2 more cpu"):
    return {"pods": pods, "outcome": "unschedulable", "node": None, "message": f"0/{n} nodes are available: {n} Insufficient cpu.", "evaluated": n, "total": None,
            "requests": [["cpu", "8"], ["memory", "1Gi"]], "feasible": [], "rejected": [{"reasons": [0], "nodes": [[0, n // 2]]}, {"reasons": [0, 1], "nodes": [[n // 2 + 1, n - 1]]}],
            "points": None, "runnerUp": None, "margin": None, "deciding": None, "tied": [], "remedies": [{"text": remedy, "certain": True, "nodes": [[0, 0]]}], "nearest": None, "scattered": []}


def simulation(names, running, found, lost, zones, groups, reasons=REASONS, rules=RULES):
    n = len(names)
    pods = [(p, i % (n - 1), False) for i, p in enumerate(running)] + [(p, i * 13 % (n - 1), True) for i, p in enumerate(found)]
    items = [item(p, node, names) for p, node, new in pods if new] + [item(p, None, names) for p in lost]
    decisions = [placed([p], i * 13 % (n - 1), n) for i, p in enumerate(found[:20])] + ([pending(lost, n)] if lost else [])
    return {"apiVersion": "fitsched/v1", "kind": "Simulation", "tieBreak": "round-robin", "seed": None, "items": items,
            "summary": {"pods": len(items), "placed": len(found), "unschedulable": len(lost), "withErrors": 0, "preempted": 0, "reasons": [], "nodes": []},
            "workloads": [], "notes": [], "refused": [], "cluster": cluster(names, pods, zones, groups),
            "decisions": {"rules": rules, "reasons": reasons, "items": decisions, "leftOut": 0, "leftOutText": None},
            "oneMoreNode": [{"like": names[0], "pods": lost[:8]}] if lost else []}


def numbered(what, n):
    return [f"{what}-{i:05d}" for i in range(n)]


ZONES, POOLS = ["eu-1a", "eu-1b", "eu-1c"], ["general", "compute", "gpu"]
HOSTILE = ["<script>document.title='owned'</script>", "\"'&quot;><img src=x onerror=document.title='owned'>", "\u202egnp.exe\u202c", "\u05d0\u05d1\u05d2 \u0627\u0644\u0639",
           "Z" + "\u0301\u0327\u0334\u0335" * 60, "x" * 10000, "a\u0000b\u0007\u001b[31mred\u0085\u200b\ufeff", "two\nlines\tand a tab", "</script><script>document.title='owned'</script>",
           "__proto__", "constructor", "%3Cscript%3E&node=x#y=%", "\ud83d\ude80" * 40, "n" * 253, "", "\\u003cscript>"]

answers = {
    "large": simulation(numbered("node", 5000), [f"app/run-{i}" for i in range(7500)], [f"app/new-{i}" for i in range(2400)], [f"app/lost-{i}" for i in range(100)], ZONES, POOLS),
    "vast": simulation(numbered("node", 50000), [f"app/run-{i}" for i in range(50000)], [f"app/new-{i}" for i in range(3000)], [f"app/lost-{i}" for i in range(100)], ZONES, POOLS),
    "hostile": simulation([f"{h}{i}" for i, h in enumerate(HOSTILE)], [f"ns/{h}" for h in HOSTILE], [f"{h}/new" for h in HOSTILE], [f"ns/lost {h}" for h in HOSTILE], HOSTILE[:6], HOSTILE[4:],
                          [h + " reason" for h in HOSTILE[:3]], [{"name": h, "weight": 1} for h in HOSTILE[5:7]]),
    "calm": simulation(numbered("node", 3), ["app/run"], ["app/new"], [], ["eu-1a"], ["general"]),
    # one name five times, in another namespace once more, and two that would look like the key of a twin
    "twins": simulation(numbered("node", 4), ["app/web", "test/web", "app/web", "app/web #2"], ["app/web"], ["app/web", "app/web", "app/web #2"], ["eu-1a"], ["general"]),
}
for name, answer in answers.items():
    with open(os.path.join(sys.argv[1], name + ".json"), "w", encoding="utf-8") as file:
        json.dump(answer, file)


def node(i):
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": f"node-{i:03}"}, "status": {"allocatable": {"cpu": "8", "memory": "32Gi", "pods": "30"}}}


def pod(name, cpu, **spec):
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "namespace": "app"}, "spec": {
        **spec, "containers": [{"name": "c", "resources": {"requests": {"cpu": f"{cpu}m", "memory": "1Gi"}}}]}}


def churn():
    """A trace in which pods come, fit nowhere, are deleted and come again, and nodes go and come."""
    events = []
    for i in range(1200):
        events.append(("add", pod(f"new-{i}", 100 + i % 7 * 150 if i % 50 else 9000)))
        if i % 3 == 0:
            events.append(("delete", pod(f"run-{i // 3}", 500)))
        if i % 5 == 4:
            events.append(("delete", pod(f"new-{i - 4}", 0)))
        if i % 10 == 9:
            events.append(("add", pod(f"new-{i - 9}", 300)))
        if i % 400 == 200:
            events.append(("delete", node(i // 400)))
        if i % 400 == 300:
            events.append(("add", node(i // 400)))
    return [{"time": k, "verb": verb, "object": thing} for k, (verb, thing) in enumerate(events)]


running = [pod(f"run-{i}", 500, nodeName=f"node-{i % 150:03}") for i in range(400)]
with open(os.path.join(sys.argv[1], "churn.json"), "w", encoding="utf-8") as file:
    json.dump({"apiVersion": "v1", "kind": "List", "items": [node(i) for i in range(150)] + running}, file)
with open(os.path.join(sys.argv[1], "churn.jsonl"), "w", encoding="utf-8") as file:
    file.writelines(json.dumps(event) + "\n" for event in churn())
