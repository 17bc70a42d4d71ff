// node run.mjs BASE [FLOW...]: runs the flows of a CopilotKit page, whose requests go through the CopilotKit runtime to
// the server. The page's client is an AG-UI client, so it runs the flows of `../ag-ui/flows.mjs`.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { runtime } from "./runtime.mjs";
import { ProxiedCopilotRuntimeAgent } from "@copilotkit/core";
import { answer, last, load, open, report, until } from "../ag-ui/client.mjs";
import { flows } from "../ag-ui/flows.mjs";
import { AGENTS as INPUT_AGENTS, inputs } from "../ag-ui/inputs.mjs";

const [base, ...wanted] = process.argv.slice(2);

const NAMES = ["default", "tools", "parallel", "thinker", "painter", "painters", "looker", "broken", "slow", "careful", "clerk", "twice", "both", ...INPUT_AGENTS];
const front = createServer(runtime(base, NAMES)).listen(0, "127.0.0.1");
await new Promise((resolve) => front.once("listening", resolve));
const runtimeUrl = `http://127.0.0.1:${front.address().port}/copilotkit`;

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
  "two front-end tools at once",
  "a front-end tool's result keeps the page's id",
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
