// node server.mjs: an agent made with the JavaScript SDK over JSON-RPC; prints its port as JSON, serves until its input ends.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { AgentCard, Task, TaskArtifactUpdateEvent, TaskStatusUpdateEvent } from "@a2a-js/sdk";
import {
  AgentEvent,
  DefaultRequestHandler,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  ServerCallContext,
  UnauthenticatedUser,
} from "@a2a-js/sdk/server";

const sleep = (millis) => new Promise((resolve) => setTimeout(resolve, millis));

class Flows {
  canceled = new Set();

  async execute({ userMessage, taskId, contextId, task }, bus) {
    const status = (state, text) => {
      const message = text && { messageId: randomUUID(), taskId, contextId, role: "ROLE_AGENT", parts: [{ text }] };
      const json = { taskId, contextId, status: { state: `TASK_STATE_${state}`, message, timestamp: new Date().toISOString() } };
      bus.publish(AgentEvent.statusUpdate(TaskStatusUpdateEvent.fromJSON(json)));
    };
    const artifact = (artifactId, text, append) => {
      const json = { taskId, contextId, artifact: { artifactId, parts: [{ text }] }, append };
      bus.publish(AgentEvent.artifactUpdate(TaskArtifactUpdateEvent.fromJSON(json)));
    };
    const text = userMessage.parts[0].content.value;
    // The SDK requires a task first, also of a task that goes on.
    bus.publish(AgentEvent.task(task ?? Task.fromJSON({ id: taskId, contextId, status: { state: "TASK_STATE_SUBMITTED" } })));
    status("WORKING");
    if (task) {
      artifact("answer", `It is ${text}.`);
      status("COMPLETED");
    } else if (text === "ask") {
      status("INPUT_REQUIRED", "Which city?");
    } else if (text === "fail") {
      status("FAILED", "I cannot.");
    } else if (text === "slow") {
      artifact("slow", "Well");
      while (!this.canceled.has(taskId)) await sleep(20);
      status("CANCELED");
    } else {
      artifact("hello", "Hel");
      artifact("hello", "lo.", true);
      status("COMPLETED");
    }
    bus.finished();
  }

  async cancelTask(taskId) {
    this.canceled.add(taskId);
    console.log("canceled");
  }
}

const server = createServer(async (request, response) => {
  let body = "";
  for await (const piece of request) body += piece;
  const json = (value) => response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(value));
  if (request.url.endsWith("agent-card.json")) return json(AgentCard.toJSON(card));
  const context = new ServerCallContext({ user: new UnauthenticatedUser(), requestedVersion: request.headers["a2a-version"] });
  const answer = await rpc.handle(JSON.parse(body), context);
  if (!answer[Symbol.asyncIterator]) return json(answer);
  response.writeHead(200, { "Content-Type": "text/event-stream" });
  try {
    for await (const event of answer) response.write(`data: ${JSON.stringify(event)}\n\n`);
  } catch (error) {
    response.write(`event: error\ndata: ${JSON.stringify({ jsonrpc: "2.0", id: null, error: JsonRpcTransportHandler.mapToJSONRPCError(error) })}\n\n`);
  }
  response.end();
});

await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const port = server.address().port;
const card = AgentCard.fromJSON({
  name: "flows",
  description: "Agent of a test.",
  version: "1",
  supportedInterfaces: [{ url: `http://127.0.0.1:${port}/`, protocolBinding: "JSONRPC", protocolVersion: "1.0" }],
  capabilities: { streaming: true },
  defaultInputModes: ["text/plain"],
  defaultOutputModes: ["text/plain"],
  skills: [],
});
const rpc = new JsonRpcTransportHandler(new DefaultRequestHandler(card, new InMemoryTaskStore(), new Flows()));
process.stdin.resume().on("end", () => process.exit(0));
console.log(JSON.stringify({ port }));
