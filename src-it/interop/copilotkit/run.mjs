// node run.mjs BASE: the runtime of CopilotKit, as an application has it, in front of the server.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";

// Set before the packages are loaded: the runtime would send figures to its makers.
process.env.COPILOTKIT_TELEMETRY_DISABLED = "true";
process.env.DO_NOT_TRACK = "1";
const { HttpAgent } = await import("@ag-ui/client");
const { CopilotRuntime, InMemoryAgentRunner, createCopilotEndpoint } = await import("@copilotkit/runtime/v2");

const [base] = process.argv.slice(2);
const agents = Object.fromEntries(
  ["default", "tools", "careful"].map((name) => [name, new HttpAgent({ url: `${base}/v1/ag-ui/agents/${name}/runs` })]),
);
const runtime = new CopilotRuntime({ agents, runner: new InMemoryAgentRunner() });
const app = createCopilotEndpoint({ runtime, basePath: "/api" });

async function post(path, body) {
  const response = await app.fetch(
    new Request(`http://localhost/api${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "text/event-stream" },
      body: JSON.stringify(body),
    }),
  );
  assert.equal(response.status, 200, await response.clone().text());
  const text = await response.text();
  return text
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => JSON.parse(line.slice(6)));
}

const input = (threadId, text, more = {}) => ({
  threadId,
  runId: randomUUID(),
  state: {},
  tools: [],
  context: [{ description: "The page", value: "a shop" }],
  forwardedProps: {},
  messages: [{ id: randomUUID(), role: "user", content: text }],
  ...more,
});

const said = (events) =>
  events.filter((event) => event.type === "TEXT_MESSAGE_CONTENT").map((event) => event.delta).join("");

const flows = {
  async run() {
    const events = await post("/agent/default/run", input(randomUUID(), "Hello?"));
    assert.equal(said(events), "Hello, dear reader.");
    assert.equal(events.at(-1).type, "RUN_FINISHED");
  },

  async "connect replays"() {
    const thread = randomUUID();
    await post("/agent/tools/run", input(thread, "The weather?"));
    const events = await post("/agent/tools/connect", input(thread, "The weather?"));
    assert.match(JSON.stringify(events), /It is fine|fine\./);
  },

  async "an interrupt survives and is answered"() {
    const thread = randomUUID();
    const asked = await post("/agent/careful/run", input(thread, "6 * 7?"));
    const [interrupt] = asked.at(-1).outcome.interrupts;
    assert.ok(interrupt.toolCallId);
    const resume = [{ interruptId: interrupt.id, status: "resolved", payload: { approved: true } }];
    const events = await post("/agent/careful/run", input(thread, "6 * 7?", { messages: [], resume }));
    assert.equal(said(events), "Done.");
  },
};

let failed = 0;
let passed = 0;
for (const [name, flow] of Object.entries(flows)) {
  try {
    await flow();
    passed++;
    console.log(`ok      ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}: ${error.stack}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
