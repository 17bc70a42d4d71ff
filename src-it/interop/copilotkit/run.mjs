// node run.mjs BASE: what a page with CopilotKit does, through its runtime in front of the server. Pages talk to the
// runtime with a client of their own, which is one of AG-UI: it does what `../ag-ui/flows.mjs` says.
import assert from "node:assert/strict";
import { createServer } from "node:http";

// Set before the packages are loaded: the runtime would send figures to its makers.
process.env.COPILOTKIT_TELEMETRY_DISABLED = "true";
process.env.DO_NOT_TRACK = "1";
const { HttpAgent } = await import("@ag-ui/client");
const { ProxiedCopilotRuntimeAgent } = await import("@copilotkit/core");
const { CopilotRuntime, ExperimentalEmptyAdapter, copilotRuntimeNodeHttpEndpoint } = await import("@copilotkit/runtime");
const { answer, last, load, open, report, until } = await import("../ag-ui/client.mjs");
const { flows } = await import("../ag-ui/flows.mjs");

const [base, ...wanted] = process.argv.slice(2);

const NAMES = ["default", "tools", "parallel", "thinker", "painter", "looker", "broken", "slow", "careful", "clerk", "twice", "both"];
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

/** What the client does as it does without a runtime. */
const SAME = [
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
  "a tool of the client",
  // Flow: file
  "file",
  // Flow: error
  "error",
  "a page that is loaded anew",
  // Flow: reload while suspended
  "a page that is loaded anew while the run waits",
  // Flow: reload during streaming
  "a page that is loaded anew in the midst of an answer",
  // Flow: second tab
  "a second tab",
];

// No flow: server restart during streaming: The runtime ends the answer with an error and keeps what it saw of it; AG-UI knows no way back to a run. A page loads the messages from the server.

const own = {
  // Flow: cancel
  async cancel(server) {
    const agent = open(server, "slow");
    const running = agent.says("Go on").catch(() => undefined);
    await until("some words", () => JSON.stringify(agent.heard).includes("word3"));
    agent.abortRun();
    await running;
    // The runtime closes its connection, which ends no run; an application says so to the server.
    const stopped = await fetch(`${base}/v1/ag-ui/threads/${agent.threadId}/interrupt`, { method: "POST" });
    assert.equal(stopped.status, 202);
    await until("no run is active", async () => {
      const active = await fetch(`${base}/v1/threads/${agent.threadId}/runs/active`);
      return (await active.json()).active_run === null;
    });
    assert.doesNotMatch(JSON.stringify(await load(base, agent.threadId)), /word60/);
  },
};

const chosen = Object.entries({ ...Object.fromEntries(SAME.map((name) => [name, flows[name]])), ...own });
await report(
  Object.fromEntries(chosen.filter(([name]) => wanted.length === 0 || wanted.includes(name))),
  { base, version: "0.0.59", make },
);
