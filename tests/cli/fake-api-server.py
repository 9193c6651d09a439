"""fake-api-server.py - an API server with one node, and a user who may ask

usage: fake-api-server.py KUBECONFIG

Writes KUBECONFIG, whose context is in the namespace shop, once it can be asked.
The token "good" is that of alice, who may explain.
SPDX-License-Identifier: Apache-2.0
"""
import http.server
import json
import os
import sys

KINDS = {kind.lower() + ("es" if kind.endswith("s") else "s"): kind for kind in
         """Node Pod Service Namespace ReplicationController ReplicaSet StatefulSet DaemonSet Deployment Job CronJob
         PersistentVolume PersistentVolumeClaim StorageClass CSINode CSIDriver PodDisruptionBudget PriorityClass LimitRange
         ResourceQuota""".split()}
OBJECTS = {
    "nodes": [{"metadata": {"name": "a", "uid": "1", "resourceVersion": "1"},
               "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "10"},
                          "nodeInfo": {"kubeletVersion": "v1.34.1"}}}],
    "pods": [{"metadata": {"name": "web", "namespace": "shop", "uid": "2", "resourceVersion": "1"},
              "spec": {"containers": [{"name": "c"}], "schedulerName": "default-scheduler"}}],
}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def say(self, answer, status=200):
        text = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def do_GET(self):
        name = self.path.split("?")[0].rsplit("/", 1)[1]
        if self.path.startswith("/version"):
            self.say({"major": "1", "minor": "34", "gitVersion": "v1.34.1"})
        elif name in KINDS:
            self.say({"kind": KINDS[name] + "List", "apiVersion": "v1", "metadata": {"resourceVersion": "5"},
                      "items": OBJECTS.get(name, [])})
        else:
            self.say({"kind": "Status", "apiVersion": "v1", "status": "Failure", "code": 404, "reason": "NotFound"}, 404)

    def do_POST(self):
        review = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        spec = review["spec"]
        if "tokenreviews" in self.path:
            good = spec["token"] == "good"
            review["status"] = {"authenticated": good, "user": {"username": "alice"} if good else {}}
        else:
            asked = spec.get("nonResourceAttributes", {})
            review["status"] = {"allowed": spec.get("user") == "alice" and asked == {"path": "/v1/explain", "verb": "post"}}
        self.say(review, 201)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
with open(sys.argv[1] + ".new", "w") as file:
    os.chmod(file.name, 0o600)
    file.write("""apiVersion: v1
kind: Config
current-context: x
contexts: [{name: x, context: {cluster: c, user: u, namespace: shop}}]
clusters: [{name: c, cluster: {server: "http://127.0.0.1:%d"}}]
users: [{name: u, user: {}}]
""" % server.server_port)
os.rename(sys.argv[1] + ".new", sys.argv[1])
server.serve_forever()
