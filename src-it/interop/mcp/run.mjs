// node run.mjs KIND BASE GREETER CAREFUL: what a client of this kind does with two agents, of which the second asks before it goes on.
import assert from "node:assert/strict";
import { open } from "./clients.mjs";

const [kind, base, greeter, careful] = process.argv.slice(2);
const yes = { action: "accept", content: { approved: true } };

const flows = {
  async "tools are listed"() {
    const { client } = await open(kind, base);
    const { tools } = await client.listTools();
    assert.deepEqual(tools.map((tool) => tool.name).filter((name) => [greeter, careful].includes(name)), [...new Set([careful, greeter])].sort());
    assert.deepEqual(tools[0].inputSchema.required, ["message"]);
    await client.close();
  },

  async "the era is the newest that client and server know"() {
    const { client, transport } = await open(kind, base);
    if (kind === "auto") assert.equal(client.getNegotiatedProtocolVersion?.() ?? "2026-07-28", "2026-07-28");
    else if (!process.env.AWAKEN_MCP_STDIO) assert.ok(transport.sessionId);
    await client.close();
  },

  async "an agent answers"() {
    const { client, call } = await open(kind, base, { elicits: true, onAsk: () => yes });
    const result = await call({ name: greeter, arguments: { message: "Hello?" } });
    assert.ok(!result.isError, JSON.stringify(result));
    assert.equal(result.content[0].text, result.structuredContent.response);
    const again = await call({ name: greeter, arguments: { message: "Again?", thread_id: result.structuredContent.thread_id } });
    assert.equal(again.structuredContent.thread_id, result.structuredContent.thread_id);
    assert.notEqual(again.structuredContent.run_id, result.structuredContent.run_id);
    await client.close();
  },

  async "progress is told"() {
    const { client, call } = await open(kind, base, { elicits: true, onAsk: () => yes });
    const told = [];
    await call({ name: careful, arguments: { message: "6 * 7?" } }, { onprogress: (progress) => told.push(progress.progress) });
    assert.ok(told.length > 0);
    // A client that repeats its call with an answer tells of that as well.
    if (kind !== "auto") assert.deepEqual(told, told.toSorted((a, b) => a - b));
    await client.close();
  },

  async "somebody approves"() {
    const asked = [];
    const onAsk = async (request) => {
      asked.push(request.params);
      await new Promise((done) => setTimeout(done, 300));
      return yes;
    };
    const { client, call } = await open(kind, base, { elicits: true, onAsk });
    const result = await call({ name: careful, arguments: { message: "6 * 7?" } });
    assert.equal(result.content[0].text, "Done.");
    assert.equal(asked.length, 1);
    assert.equal(asked[0].requestedSchema.properties.approved.type, "boolean");
    await client.close();
  },

  async "somebody declines"() {
    const { client, call } = await open(kind, base, { elicits: true, onAsk: () => ({ action: "decline" }) });
    const result = await call({ name: careful, arguments: { message: "6 * 7?" } });
    assert.equal(result.content[0].text, "Done.");
    await client.close();
  },

  async "a client that cannot ask is told what the run waits for"() {
    const { client, call } = await open(kind, base);
    const result = await call({ name: careful, arguments: { message: "6 * 7?" } });
    assert.equal(result.isError, true);
    assert.match(result.content[0].text, /waits for an answer/);
    await client.close();
  },

  async "arguments that do not fit are named"() {
    const { client, call } = await open(kind, base);
    const result = await call({ name: greeter, arguments: { message: " " } });
    assert.equal(result.isError, true);
    assert.match(result.content[0].text, /message must be/);
    await client.close();
  },

  async "there is no other tool"() {
    const { client, call } = await open(kind, base);
    await assert.rejects(call({ name: "nothing", arguments: {} }), (error) => error.code === -32602);
    await client.close();
  },

  async "a call is aborted"() {
    const stop = new AbortController();
    const onAsk = async () => {
      stop.abort("enough");
      return yes;
    };
    const { client, call } = await open(kind, base, { elicits: true, onAsk });
    await assert.rejects(call({ name: careful, arguments: { message: "6 * 7?" } }, { signal: stop.signal }));
    await client.close().catch(() => {});
  },
};

let failed = 0;
for (const [name, flow] of Object.entries(flows)) {
  try {
    const late = new Promise((_, reject) => setTimeout(() => reject(new Error("took too long")), 30_000).unref());
    await Promise.race([flow(), late]);
    console.log("ok   " + name);
  } catch (error) {
    failed++;
    console.log("FAIL " + name + ": " + (error.stack ?? error));
  }
}
console.log(`${Object.keys(flows).length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
