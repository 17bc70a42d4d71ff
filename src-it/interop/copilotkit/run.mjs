// node run.mjs BASE [FLOW...]: runs the flows of a CopilotKit page, whose requests go through the CopilotKit runtime to
// the server. The page's client is an AG-UI client, so it runs the flows of `../ag-ui/flows.mjs`.
import assert from "node:assert/strict";
import { createServer } from "node:http";

// Set before the packages are loaded: otherwise the runtime sends telemetry.
process.env.COPILOTKIT_TELEMETRY_DISABLED = "true";
process.env.DO_NOT_TRACK = "1";
const { HttpAgent } = await import("@ag-ui/client");
const { ProxiedCopilotRuntimeAgent } = await import("@copilotkit/core");
const { CopilotRuntime, ExperimentalEmptyAdapter, copilotRuntimeNodeHttpEndpoint } = await import("@copilotkit/runtime");
const { answer, last, load, open, report, until } = await import("../ag-ui/client.mjs");
const { flows } = await import("../ag-ui/flows.mjs");
const { AGENTS: INPUT_AGENTS, inputs } = await import("../ag-ui/inputs.mjs");

const [base, ...wanted] = process.argv.slice(2);

const NAMES = ["default", "tools", "parallel", "thinker", "painter", "looker", "broken", "slow", "careful", "clerk", "twice", "both", ...INPUT_AGENTS];
const agents = Object.fromEntries(
  NAMES.map((name) => [name, new HttpAgent({ url: `${base}/v1/ag-ui/agents/${name}/runs` })]),
);
const endpoint = copilotRuntimeNodeHttpEndpoint({
  endpoint: "/copilotkit",
  runtime: new CopilotRuntime({ agents }),
  serviceAdapter: new ExperimentalEmptyAdapter(),
});
const runtime = createServer(endpoint).listen(0, "127.0.0.1");
await new Promise((resolve) => runtime.once("listening", resolve));
const runtimeUrl = `http://127.0.0.1:${runtime.address().port}/copilotkit`;

const make = (agentId, { again, ...options }) =>
  new ProxiedCopilotRuntimeAgent({ runtimeUrl, transport: "single", agentId, ...options });

/** The flows that work the same with and without the runtime. */
const SHARED = [
  // Flow: plain
  "plain",
  // Flow: multi-step tools
  "several steps",
  // Flow: parallel tools
  "parallel calls",
  // Flow: reasoning
  "reasoning",
  // Flow: approval granted
  "approval granted",
  // Flow: approval denied
  "approval denied",
  // Flow: approval edited
  "approval edited",
  "one question after another",
  "two questions at once",
  // Flow: client-side tool
  "a front-end tool",
  // Flow: file
  "file",
  // Flow: regenerate
  "regenerate",
  // Flow: edit
  "edit",
  // Flow: error
  "error",
  "a reloaded page",
  // Flow: reload while suspended
  "a page reloaded while the run waits",
  // Flow: reload during streaming
  "a page reloaded during an answer",
  // Flow: second tab
  "a second tab",
  // Flow: shared state
  // Flow: instructions
  ...Object.keys(inputs),
];

// No flow: server restart during streaming: The runtime ends the answer with an error and keeps what it saw of it; AG-UI knows no way back to a run. A page loads the messages from the server.

const own = {
  // Flow: cancel
  async cancel(server) {
    const agent = open(server, "slow");
    const running = agent.sendMessage("Go on").catch(() => undefined);
    await until("the first words", () => JSON.stringify(agent.received).includes("word3"));
    agent.abortRun();
    await running;
    // The runtime only closes its connection, which does not cancel the run; the application must cancel it.
    const stopped = await fetch(`${base}/v1/ag-ui/threads/${agent.threadId}/interrupt`, { method: "POST" });
    assert.equal(stopped.status, 202);
    await until("no run is active", async () => {
      const active = await fetch(`${base}/v1/threads/${agent.threadId}/runs/active`);
      return (await active.json()).active_run === null;
    });
    assert.doesNotMatch(JSON.stringify(await load(base, agent.threadId)), /word60/);
  },
};

const chosen = Object.entries({ ...Object.fromEntries(SHARED.map((name) => [name, flows[name]])), ...own });
await report(
  Object.fromEntries(chosen.filter(([name]) => wanted.length === 0 || wanted.includes(name))),
  { base, version: "0.0.59", make },
);
