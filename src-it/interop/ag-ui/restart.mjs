// Flow: server restart during streaming
// node restart.mjs VERSION BASE: reads an answer while the server is killed and restarted. Prints `loaded`,
// and sends the message after a line on stdin; prints `streaming` when the server may be killed.
import assert from "node:assert/strict";
import { once } from "node:events";
import { client, direct, last, load, open, until } from "./client.mjs";

const [version, base] = process.argv.slice(2);
const server = { make: direct(await client(version), base) };
const agent = open(server, "slower", { again: true });
console.log("loaded");
await once(process.stdin, "data");
const running = agent.sendMessage("Go on");
await until("the first words", () => JSON.stringify(agent.received).includes("word3"));
console.log("streaming");
await running.catch((error) => console.log(`the stream ended: ${error}`));
await until("the whole answer", async () => {
  const thread = await load(base, agent.threadId).catch(() => undefined);
  return JSON.stringify(thread ?? {}).includes("word60");
}, 240);
const page = open(server, "slower", { thread: agent.threadId, again: true });
await page.connectAgent();
assert.match(last(page).content, /^word1 word2 .* word60$/s);
assert.equal(page.messages.length, 2);
console.log("the answer is whole");
process.exit(0);
