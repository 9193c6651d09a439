#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The Python package: its answers are those of the program."""
import contextlib
import io
import json
import os
import re
import subprocess
import sys
import threading
import unittest

import fitsched

top = os.environ["FIT_TEST_SRCDIR"]
program = os.path.join(os.environ["FIT_TEST_BUILDDIR"], "fitsched")
demo = os.path.join(top, "docs", "demo")
FILES = ("cluster.json", "services.yaml")
OPTIONS = {"pods": "pods.yaml", "policy": "policy.json"}

node = {
    "apiVersion": "v1",
    "kind": "Node",
    "metadata": {"name": "n1"},
    "status": {"allocatable": {"cpu": "4", "memory": "8Gi", "pods": "10"}},
}


def pod(name, cpu):
    resources = {"requests": {"cpu": cpu}}
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": name},
        "spec": {"containers": [{"name": "c", "resources": resources}]},
    }


def printed(*args):
    """The document that the program prints, and its exit status."""
    done = subprocess.run([program, *args, "-o", "json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    return json.loads(done.stdout), done.returncode, done.stderr.decode().splitlines()


class Answers(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        os.chdir(demo)
        self.cluster = fitsched.load(*FILES, **OPTIONS)
        self.words = [f"--filename={name}" for name in FILES] + [f"--{name}={file}" for name, file in OPTIONS.items()]

    def same(self, document, *args):
        expected, status, messages = printed(*args)
        self.assertEqual(document, expected)
        self.assertEqual((document.status, document.messages), (status, messages))

    def test_simulate(self):
        self.same(self.cluster.simulate(), "simulate", *self.words)
        self.same(
            self.cluster.simulate(drain="worker-a1", cordon=["worker-b1", "worker-b2"]),
            "simulate",
            *self.words,
            "--drain=worker-a1",
            "--cordon=worker-b1",
            "--cordon=worker-b2",
        )

    def test_explain(self):
        self.same(self.cluster.explain("shop/web-3"), "explain", "shop/web-3", *self.words)
        self.same(self.cluster.explain("shop/web-3", "ml/simulation", all=True), "explain", "shop/web-3", "ml/simulation", "--all", *self.words)
        self.same(self.cluster.explain(), "explain", "--all-pending", *self.words)

    def test_diff(self):
        words = [word for word in self.words if "policy" not in word]
        expected = ["diff", *words, "--left=policy.json", "--right=DefaultProvider"]
        self.same(self.cluster.diff(right="DefaultProvider"), *expected)
        self.same(fitsched.load(*FILES, pods="pods.yaml").diff("policy.json", "DefaultProvider"), *expected)
        self.same(
            fitsched.load(*FILES, pods="pods.yaml", release="1.30").diff(right_release="1.34"),
            "diff",
            *words,
            "--left-release=1.30",
            "--right-release=1.34",
        )

    def test_other_verbs(self):
        self.same(fitsched.ask("validate", "policy.json"), "validate", "policy.json")
        self.same(fitsched.ask("list", "releases"), "list", "releases")


class Objects(unittest.TestCase):
    """Dictionaries and bytes in place of files."""

    def test_objects(self):
        answer = fitsched.load(node, [pod("a", "3"), pod("b", "2")], release="1.34").simulate()
        self.assertEqual([(item["name"], item["node"]) for item in answer["items"]], [("a", "n1"), ("b", None)])
        self.assertEqual(answer.status, 1)

    def test_pods_and_policy(self):
        policy = {"apiVersion": "v1", "kind": "Policy", "predicates": [{"name": "PodFitsHostPorts"}], "priorities": []}
        answer = fitsched.load(json.dumps(node).encode(), pods=[pod("a", "9"), pod("b", "9")], policy=policy).simulate()
        self.assertEqual([item["node"] for item in answer["items"]], ["n1", "n1"])

    def test_no_object(self):
        with self.assertRaisesRegex(TypeError, "pods: set is neither a file, nor an object, nor bytes"):
            fitsched.load(node, pods={1}).simulate()


class Errors(unittest.TestCase):
    def test_input(self):
        with self.assertRaisesRegex(fitsched.InputError, '^cannot open "none.yaml"') as caught:
            fitsched.load("none.yaml").simulate()
        self.assertEqual(caught.exception.status, 3)
        with self.assertRaisesRegex(fitsched.InputError, "^<filename>: document 1: line 2"):
            fitsched.load(b"kind: [").simulate()
        with self.assertRaisesRegex(fitsched.InputError, "no pod default/c"):
            fitsched.load(node, pod("a", "1"), release="1.34").explain("default/c")

    def test_usage(self):
        with self.assertRaisesRegex(fitsched.UsageError, "--polcy"):
            fitsched.load(node, polcy="x").simulate()
        with self.assertRaises(ValueError):
            fitsched.ask("run", config="x")
        with self.assertRaises(ValueError):
            fitsched.run(["simulate", "-f", "a\0b"])

    def test_remote(self):
        """A live cluster that does not answer; JSON is YAML, too."""
        kubeconfig = os.path.join(os.environ["FIT_TEST_WORK"], "kubeconfig")
        with open(os.open(kubeconfig, os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="utf-8") as file:
            json.dump(
                {
                    "apiVersion": "v1",
                    "kind": "Config",
                    "current-context": "c",
                    "contexts": [{"name": "c", "context": {"cluster": "c"}}],
                    "clusters": [{"name": "c", "cluster": {"server": "http://127.0.0.1:9"}}],
                },
                file,
            )
        with self.assertRaisesRegex(fitsched.RemoteError, "^cannot reach http://127.0.0.1:9") as caught:
            fitsched.load(kubeconfig=kubeconfig).simulate()
        self.assertEqual(caught.exception.status, 4)

    def test_operands_are_no_options(self):
        with self.assertRaises(fitsched.InputError):
            fitsched.load(node, pod("a", "1"), release="1.34").explain("--all-pending")


class Threads(unittest.TestCase):
    def test_threads(self):
        cluster = fitsched.load(node, [pod(f"p{i}", "1") for i in range(6)], release="1.34")
        expected = cluster.explain()
        answers = []
        threads = [threading.Thread(target=lambda: answers.append(cluster.explain())) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(answers, [expected] * 8)


class Page(unittest.TestCase):
    def test_page(self):
        """The blocks of docs/python.md run one after the other."""
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("no pandas; apt-get install python3-pandas")
        os.chdir(demo)
        with open(os.path.join(top, "docs", "python.md"), encoding="utf-8") as file:
            blocks = re.findall(r"```python\n(.*?)```", file.read(), re.DOTALL)
        names = {}
        with contextlib.redirect_stdout(io.StringIO()) as shown:
            for block in blocks:
                exec(block.replace(".plot.bar()", ""), names)
        self.assertTrue(blocks)
        self.assertIn("7 of 8\n", shown.getvalue())


class Frames(unittest.TestCase):
    def setUp(self):
        os.chdir(demo)
        self.answer = fitsched.load(*FILES, **OPTIONS).simulate()

    def test_frames(self):
        try:
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("no pandas; apt-get install python3-pandas")
        pods = self.answer.frame()
        self.assertEqual(list(pods["node"].dropna()), [i["node"] for i in self.answer["items"] if i["node"]])
        nodes = self.answer.frame("summary.nodes")
        self.assertEqual(len(nodes), 6)
        with self.assertRaisesRegex(ValueError, "summary is not a list"):
            self.answer.frame("summary")

    def test_without_pandas(self):
        kept = sys.modules.get("pandas")
        sys.modules["pandas"] = None
        try:
            with self.assertRaisesRegex(ImportError, "apt-get install python3-pandas"):
                self.answer.frame()
        finally:
            del sys.modules["pandas"]
            if kept is not None:
                sys.modules["pandas"] = kept


class Example(unittest.TestCase):
    def test_plot(self):
        try:
            import matplotlib  # noqa: F401
            import pandas  # noqa: F401
        except ImportError:
            self.skipTest("no matplotlib or pandas; apt-get install python3-matplotlib python3-pandas")
        picture = os.path.join(os.environ["FIT_TEST_WORK"], "fill.png")
        example = os.path.join(top, "python", "examples", "plot-fill.py")
        done = subprocess.run(
            [sys.executable, example, picture, "policy.json", "worker-a1", *FILES, "pods.yaml"],
            cwd=demo,
            stdout=subprocess.PIPE,
            check=True,
        )
        self.assertEqual(
            done.stdout.decode(), "as it is: 7 of 8 pods placed\nwithout worker-a1: 8 of 10 pods placed\n"
        )
        with open(picture, "rb") as file:
            self.assertEqual(file.read(8), b"\x89PNG\r\n\x1a\n")


if __name__ == "__main__":
    unittest.main()
