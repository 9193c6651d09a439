// ask-mcp.mjs - asks 'fitsched mcp' with clients that others have written
//
// usage: node ask-mcp.mjs MODULES QUESTIONS COMMAND ARGUMENT...
//
// QUESTIONS is a file with a list of { tool, arguments, expected, document }.
// Prints TAP lines without numbers.
// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, questionsFile, command, ...args] = process.argv.slice(2);
const questions = JSON.parse(readFileSync(questionsFile, "utf8"));
const resolve = createRequire(pathToFileURL(modules + "/x.js")).resolve;
const load = (name) => import(pathToFileURL(resolve(name)).href);

function say(good, name, why) {
  console.log(`${good ? "ok" : "not ok"} - ${name}`);
  if (!good) console.log(String(why).replace(/^/gm, "# ").slice(0, 4000));
}

async function ask(client, era) {
  const { tools } = await client.listTools();
  say(tools.map((tool) => tool.name).join(" ") === "explain simulate diff migrate validate",
      `${era}: the client lists the tools`, JSON.stringify(tools.map((tool) => tool.name)));
  say(tools.every((tool) => tool.inputSchema.properties.files !== undefined
                            && tool.annotations.readOnlyHint === true),
      `${era}: and sees what they take`, JSON.stringify(tools[0]));
  for (const question of questions) {
    const answer = await client.callTool({ name: question.tool, arguments: question.arguments });
    const text = answer.content[0].text;
    say(!answer.isError && text.length > 100 && question.expected.includes(text),
        `${era}: ${question.title}`, `got:\n${JSON.stringify(answer)}\nexpected:\n${question.expected}`);
    const link = answer.content.find((item) => item.type === "resource_link");
    const { contents } = await client.readResource({ uri: link.uri });
    say(contents[0].text === question.document, `${era}: and its document`, contents[0].text);
  }
  const wrong = await client.callTool({ name: "explain", arguments: { pod: "nobody", lone: true } });
  say(wrong.isError && wrong.content[0].text.startsWith("question: unknown option --lone; did you mean --alone?"),
      `${era}: a question that makes no sense`, JSON.stringify(wrong));
  const { resources } = await client.listResources();
  say(resources.length === questions.length, `${era}: the answers are resources`, JSON.stringify(resources));
  const unknown = await client.readResource({ uri: "fitsched://answers/77" }).catch((error) => error);
  say(unknown.code === -32602, `${era}: others are not there`, unknown);
  await client.close();
}

const { Client } = await load("@modelcontextprotocol/client");
const { StdioClientTransport } = await load("@modelcontextprotocol/client/stdio");
const modern = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
await modern.connect(new StdioClientTransport({ command, args, stderr: "ignore" }));
await ask(modern, "2026-07-28");

const { Client: OldClient } = await load("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport: OldTransport } = await load("@modelcontextprotocol/sdk/client/stdio.js");
const old = new OldClient({ name: "test", version: "1" });
await old.connect(new OldTransport({ command, args, stderr: "ignore" }));
await ask(old, "2025-11-25");
