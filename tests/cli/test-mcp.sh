#!/usr/bin/env bash
# fitsched mcp speaks the Model Context Protocol, also with clients that others
# have written.
# SPDX-License-Identifier: Apache-2.0

. "$(dirname "$0")/common.sh"

# says MESSAGE...: what fitsched mcp answers to these lines
says ()
{
  printf '%s\n' "$@" | fitsched mcp -f cluster.json 2>/dev/null
}

meta='"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}'
is "$(says '{"jsonrpc":"2.0","id":1,"method":"ping"}' '' '{"jsonrpc":"2.0","method":"notifications/initialized"}' '{"jsonrpc":"2.0","id":2,"result":{}}')" \
  '{"jsonrpc":"2.0","id":1,"result":{}}' "only a request is answered"
is "$(says '{"jsonrpc":"2.0","id":"x","method":"ping","params":{'"$meta"'}}' | grep -o '"resultType":"[a-z]*"')" \
  '"resultType":"complete"' "results of the current revision are complete"
is "$(says '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2031-01-01"}}}')" \
  '{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"this version of the protocol is not spoken here","data":{"supported":["2026-07-28"],"requested":"2031-01-01"}}}' \
  "a revision of the future"
is "$(says '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1999-01-01"}}' | grep -o '"protocolVersion":"[^"]*"')" \
  '"protocolVersion":"2025-11-25"' "a handshake about a revision that is not known"
is "$(says '{' '[]' '{"jsonrpc":"2.0","id":{},"method":"ping"}' '{"id":1,"method":"ping"}' '{"jsonrpc":"2.0","id":1,"method":"tools/run"}' \
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run"}}' | grep -o '"code":-[0-9]*' | tr '\n' ' ')" \
  '"code":-32700 "code":-32600 "code":-32600 "code":-32600 "code":-32601 "code":-32602 ' "what is no message, and what is not there"
is "$(says '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"simulate","arguments":{"policy":"/etc/passwd"}}}' \
  | grep -o '"text":"missing policy config file[^"]*","isError":true\|"text":"missing policy config file[^"]*"')" \
  '"text":"missing policy config file /etc/passwd\n"' "a question reads no file"
fitsched mcp -f nothing.yaml </dev/null >out 2>/dev/null
is "$? $(cat out)" "3 " "without a cluster nothing is answered"
is "$(status fitsched mcp -f cluster.json)" 0 "it ends when the client has gone"

# -- clients that others have written

for need in node:nodejs python3:python3; do
  if ! command -v ${need%:*} >/dev/null; then
    skip "no ${need%:*}; apt-get install ${need#*:}" "clients that others have written"
    finish
    exit
  fi
done
if ! modules=$(bash "$FIT_TEST_SRCDIR/tests/cli/provide-mcp-clients.sh" --check); then
  skip "no @modelcontextprotocol/client; tests/cli/provide-mcp-clients.sh downloads it" "clients that others have written"
  finish
  exit
fi

# Five questions of docs/cli.md.
cat >list <<'END'
simulate|{"policy": "policy.json", "filename": "services.yaml", "pods": "pods.yaml"}|--policy policy.json -f cluster.json -f services.yaml --pods pods.yaml
explain|{"pod": "shop/redis-0", "policy": "policy.json", "filename": "services.yaml"}|shop/redis-0 --policy policy.json -f cluster.json -f services.yaml
simulate|{"policy": "policy.json", "drain": "worker-a1"}|--policy policy.json -f cluster.json --drain worker-a1
simulate|{"policy": "policy.json", "compress": true}|--policy policy.json -f cluster.json --compress
diff|{"left": "policy.json", "right": "profile.yaml", "right-release": "1.30", "filename": "services.yaml", "pods": "pods.yaml"}|--left policy.json --right profile.yaml --right-release 1.30 -f cluster.json -f services.yaml --pods pods.yaml
END
python3 - "$FIT_TEST_SRCDIR/docs/cli.md" >questions.json <<'END'
import json, subprocess, sys

page = open(sys.argv[1]).read()
names = ["policy.json", "services.yaml", "pods.yaml", "profile.yaml"]
questions = []
for line in open("list"):
    tool, arguments, words = line.rstrip("\n").split("|")
    command = "fitsched %s %s" % (tool, words)
    answer = page.split("$ " + command + "\n", 1)[1]
    for end in ["\n$ ", "\n```"]:
        answer = answer.split(end, 1)[0]
    arguments = json.loads(arguments)
    arguments["files"] = {name: open(name).read() for name in names if name in words}
    questions.append({
        "title": command, "tool": tool, "arguments": arguments, "expected": answer + "\n",
        "document": subprocess.run(command.split() + ["-o", "json"], stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL).stdout.decode()})
print(json.dumps(questions))
END
node "$FIT_TEST_SRCDIR/tests/cli/ask-mcp.mjs" "$modules" questions.json "$FIT_TEST_BUILDDIR/fitsched" mcp -f cluster.json >clients 2>&1
while IFS= read -r line; do
  case $line in
    "ok - "*) ok 0 "${line#ok - }" ;;
    "not ok - "*) ok 1 "${line#not ok - }" ;;
    *) echo "# $line" ;;
  esac
done <clients
is "$(grep -c '^ok' clients)" 30 "both clients have asked everything"
finish
