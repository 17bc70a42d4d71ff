// node run.mjs KIND BASE GREETER CAREFUL: runs the flows of a client with two agents; the second asks for an approval.
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

  async "client and server negotiate their newest common version"() {
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

  async "progress is reported"() {
    const { client, call } = await open(kind, base, { elicits: true, onAsk: () => yes });
    const values = [];
    await call({ name: careful, arguments: { message: "6 * 7?" } }, { onprogress: (progress) => values.push(progress.progress) });
    assert.ok(values.length > 0);
    // "auto" repeats its call with the answer, and progress starts again.
    if (kind !== "auto") assert.deepEqual(values, values.toSorted((a, b) => a - b));
    await client.close();
  },

  async "a user approves"() {
    const requests = [];
    const onAsk = async (request) => {
      requests.push(request.params);
      await new Promise((done) => setTimeout(done, 300));
      return yes;
    };
    const { client, call } = await open(kind, base, { elicits: true, onAsk });
    const result = await call({ name: careful, arguments: { message: "6 * 7?" } });
    assert.equal(result.content[0].text, "Done.");
    assert.equal(requests.length, 1);
    assert.equal(requests[0].requestedSchema.properties.approved.type, "boolean");
    await client.close();
  },

  async "a user declines"() {
    const { client, call } = await open(kind, base, { elicits: true, onAsk: () => ({ action: "decline" }) });
    const result = await call({ name: careful, arguments: { message: "6 * 7?" } });
    assert.equal(result.content[0].text, "Done.");
    await client.close();
  },

  async "a client without elicitation receives an error that names the question"() {
    const { client, call } = await open(kind, base);
    const result = await call({ name: careful, arguments: { message: "6 * 7?" } });
    assert.equal(result.isError, true);
    assert.match(result.content[0].text, /waits for an answer/);
    await client.close();
  },

  async "invalid arguments are reported"() {
    const { client, call } = await open(kind, base);
    const result = await call({ name: greeter, arguments: { message: " " } });
    assert.equal(result.isError, true);
    assert.match(result.content[0].text, /message must be/);
    await client.close();
  },

  async "an unknown tool is rejected"() {
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
    const timeout = new Promise((_, reject) => setTimeout(() => reject(new Error("took too long")), 30_000).unref());
    await Promise.race([flow(), timeout]);
    console.log("ok   " + name);
  } catch (error) {
    failed++;
    console.log("FAIL " + name + ": " + (error.stack ?? error));
  }
}
console.log(`${Object.keys(flows).length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
