#!/usr/bin/env python3
"""serve.py - how long fitsched serve takes to answer

    serve.py FITSCHED [--nodes N] [--count N]

Makes a cluster with four running pods on each node, starts a server for it, and asks each question again and again over one
connection: about a pod that comes along, unless it names another. Prints the median and the 99th percentile of the time from the
question to the last byte of the answer, also in units of the first line: a question that is refused at once, which is what a
process for each question and the way to it cost.

SPDX-License-Identifier: Apache-2.0
"""

import argparse
import http.client
import json
import os
import re
import subprocess
import tempfile
import time

QUESTIONS = [
    ("refused: an unknown option", {"unknown": 1}),
    ("one node in the answer", {"nodes": "node-1"}),
    ("why not this node?", {"node": "node-1"}),
    ("all nodes, columns", {"detail": "columns"}),
    ("all nodes", {}),
    ("a pod that does not exist", {"pod": "shop/nobody"}),
    ("a pod that has a node", {"pod": "shop/web-1-1", "nodes": "node-1"}),
]


def pod(name, labels, cpu, memory, **spec):
    requests = {"cpu": f"{cpu}m", "memory": f"{memory}Mi"}
    spec["containers"] = [{"name": "c", "resources": {"requests": requests}}]
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"namespace": "shop", "name": name, "labels": labels}, "spec": spec}


def cluster(nodes):
    room = {"cpu": "16", "memory": "64Gi", "pods": "110"}
    for i in range(nodes):
        labels = {"kubernetes.io/hostname": f"node-{i}", "topology.kubernetes.io/zone": f"zone-{i % 3}", "pool": f"pool-{i % 7}"}
        yield {"apiVersion": "v1", "kind": "Node", "metadata": {"name": f"node-{i}", "labels": labels}, "status": {"allocatable": room}}
        for j in range(4):
            app = {"app": f"web-{(4 * i + j) % 50}"}
            yield pod(f"web-{i}-{j}", app, 100 + 300 * j + 50 * (i % 11), 256 + 100 * (i % 13), nodeName=f"node-{i}")


def ask(connection, question, count):
    """Returns the number of bytes of the answer, and the times in milliseconds, in order."""
    times = []
    for _ in range(count):
        begun = time.perf_counter()
        connection.request("POST", "/v1/explain", question)
        answer = connection.getresponse().read()
        times.append(1000 * (time.perf_counter() - begun))
    return len(answer), sorted(times)


def measure(port, count):
    connection = http.client.HTTPConnection("127.0.0.1", port)
    new = {"pod": "shop/new", "pods": pod("new", {"app": "web-1"}, 500, 512)}
    unit = None
    print(f"{'QUESTION':<28}{'BYTES':>10}{'MEDIAN':>10}{'P99':>10}{'RATIO':>8}")
    for name, more in QUESTIONS:
        question = json.dumps({**new, **more})
        ask(connection, question, 3)
        n, times = ask(connection, question, count)
        median, p99 = times[count // 2], times[min(count - 1, count * 99 // 100)]
        unit = unit or median
        print(f"{name:<28}{n:>10}{median:>7.2f} ms{p99:>7.2f} ms{median / unit:>8.1f}", flush=True)


def main():
    parser = argparse.ArgumentParser(description="How long does fitsched serve take to answer?")
    parser.add_argument("fitsched")
    parser.add_argument("--nodes", type=int, default=5000)
    parser.add_argument("--count", type=int, default=200)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        file = os.path.join(directory, "cluster.json")
        with open(file, "w", encoding="utf-8") as out:
            json.dump({"apiVersion": "v1", "kind": "List", "items": list(cluster(options.nodes))}, out)
        command = [options.fitsched, "serve", "-f", file, "--listen", "127.0.0.1:0"]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
            try:
                for line in server.stderr:
                    if port := re.search(r"answering on .*:(\d+)$", line):
                        measure(int(port[1]), options.count)
                        break
            finally:
                server.terminate()


main()
