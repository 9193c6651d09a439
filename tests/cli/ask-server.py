"""ask-server.py - clients of 'fitsched serve', good ones and bad ones

usage: ask-server.py PORT PID ANSWERS

ANSWERS is a directory with a file NAME.question (a verb on the first line, JSON
below it) and NAME.answer (what the command line prints) for each question.
Prints TAP lines without numbers.
SPDX-License-Identifier: Apache-2.0
"""
import glob
import http.client
import json
import os
import random
import socket
import sys
import threading

# Under a sanitizer each answer takes long, so there are fewer.
sanitized = os.environ.get("FIT_TEST_SANITIZERS", "no") != "no"
port, pid, answers = int(sys.argv[1]), sys.argv[2], sys.argv[3]


def say(good, name, why=""):
    print(("ok - " if good else "not ok - ") + name)
    for line in str(why).splitlines() if not good else []:
        print("# " + line)


def ask(verb, body, timeout=3600):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
    try:
        connection.request("POST", "/v1/" + verb, body)
        answer = connection.getresponse()
        return answer.status, answer.read(), answer.getheader("Fitsched-Exit-Status")
    finally:
        connection.close()


def read(name):
    with open(name, "rb") as file:
        return file.read()


def questions():
    for name in sorted(glob.glob(answers + "/*.question")):
        verb, _, body = read(name).partition(b"\n")
        yield verb.decode(), body, read(name.replace(".question", ".answer"))


def memory():
    """KiB of the server, of its keeper, and of all their workers."""
    total, of = 0, {}
    for entry in glob.glob("/proc/[0-9]*/status"):
        try:
            fields = dict(line.split(":\t", 1) for line in read(entry).decode().splitlines() if ":\t" in line)
        except (OSError, ValueError):
            continue
        of[fields["Pid"].strip()] = (fields["PPid"].strip(), int(fields.get("VmRSS", "0 kB").split()[0]))
    wanted = {pid}
    while True:
        more = {child for child, (parent, _) in of.items() if parent in wanted} - wanted
        if not more:
            return sum(of[one][1] for one in wanted if one in of)
        wanted |= more


# -- 24 clients at once

known = list(questions())
each = 8 if sanitized else 2 * len(known)
wrong = []


def client(seed):
    order = known * 2
    random.Random(seed).shuffle(order)
    for verb, body, expected in order[:each]:
        status, got, _ = ask(verb, body)
        if status != 200 or got != expected:
            wrong.append((verb, body[:200], status, got[:300]))


threads = [threading.Thread(target=client, args=(seed,)) for seed in range(24)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
say(not wrong, "24 clients at once get what the command line prints, %d answers" % (24 * each), wrong[:3])

# -- requests that mean harm

harmful = 190 if sanitized else 950

chance = random.Random(7)
good = json.loads(known[0][1])
bad = [
    lambda: b"[" * chance.randrange(90, 100000),
    lambda: b'{"pod":' + b'{"a":' * 5000,
    lambda: b'{"files":{"a":"' + b"x" * chance.randrange(1, 1 << 20),
    lambda: b'{"pod":"' + b"y" * (6 << 20) + b'"}',
    lambda: b'{"pods":{"apiVersion":"v1","kind":"Pod","metadata":{"name":7}}, "pod": "x"}',
    lambda: json.dumps(dict(good, **{chance.choice(["alone", "pods", "nodes", "release", "pod"]):
                                     chance.choice([1.5, [[]], {"a": []}, [None], -(10 ** 30), {"kind": 5}])})).encode(),
    lambda: json.dumps({"pod": "x", chance.choice(["kubeconfig", "html", "output", "record", "help", "write", "color"]): "/tmp/x"}).encode(),
    lambda: json.dumps({"policy": chance.choice(["/etc/passwd", "/proc/self/mem", "-", "/dev/zero", "*"]), "pod": "x"}).encode(),
    lambda: json.dumps({"extenders": "ask", "pod": "x"}).encode(),
    lambda: b'{"pod":["x"' + b',"x"' * 100000 + b"], \"pod\": 1}",
    lambda: bytes(chance.randrange(256) for _ in range(chance.randrange(2000))),
    lambda: b'{"pod":"\\u0000","pods":"&a [*a,*a]","files":{"&a [*a,*a]":"a: &a [*a]"}}',
    lambda: json.dumps({"pod": "x", "files": {"b": "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        "%s: &%s [*%s,*%s,*%s,*%s,*%s,*%s]\n" % ((chr(98 + i),) * 2 + (chr(97 + i),) * 6) for i in range(12))},
        "pods": "b"}).encode(),
]
computed, statuses = [], {}
before = memory()
most = before


def harm():
    body = chance.choice(bad)()
    verb = chance.choice(["explain", "simulate", "diff", "migrate", "validate"])
    try:
        status, got, exit_status = ask(verb, body)
    except (OSError, http.client.HTTPException):
        status, got, exit_status = 0, b"", None
    statuses[status] = statuses.get(status, 0) + 1
    # A document may only say that a file is not valid.
    if status == 200 and not (verb == "validate" and exit_status == "3"):
        computed.append((verb, body[:200], got[:200]))


def slowly():
    """Sends a byte now and then, or reads nothing."""
    one = socket.create_connection(("127.0.0.1", port))
    one.sendall(b"POST /v1/explain HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n{")
    return one


slow = []
for number in range(harmful):
    if number % 19 == 0:
        slow.append(slowly())
        if len(slow) > 6:
            slow.pop(0).close()
        most = max(most, memory())
    harm()
for one in slow:
    one.close()
say(not computed, "%d requests that mean harm get no answer: %s" % (harmful, sorted(statuses)), computed[:3])
say(statuses.get(400, 0) + statuses.get(422, 0) > harmful * 0.84, "and nearly all are told why", statuses)
say(most < before + 600 * 1024, "in bounded memory", "%d KiB before, %d KiB at most" % (before, most))

verb, body, expected = known[0]
say(ask(verb, body)[1] == expected, "then good questions are still answered")
