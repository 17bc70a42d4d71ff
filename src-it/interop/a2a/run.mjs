// node run.mjs BINDING BASE: runs the flows of the JavaScript SDK with the agents greeter, careful, slow and broken.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { ClientFactory, ClientFactoryOptions } from "@a2a-js/sdk/client";

const [binding, base] = process.argv.slice(2);
const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, { preferredTransports: [binding] });
const COMPLETED = 3;
const FAILED = 4;
const CANCELED = 5;
const INPUT_REQUIRED = 6;

const open = (agent) => new ClientFactory(options).createFromUrl(`${base}/v1/a2a/${agent}/`);
const text = (value) => ({ content: { $case: "text", value }, metadata: {}, filename: "", mediaType: "" });
const data = (value) => ({ content: { $case: "data", value }, metadata: {}, filename: "", mediaType: "" });

/** The parameters of a message. */
function message(part, { taskId = "", contextId = "", configuration } = {}) {
  return {
    tenant: "",
    message: { messageId: randomUUID(), contextId, taskId, role: 1, parts: [part], metadata: {}, extensions: [], referenceTaskIds: [] },
    configuration,
    metadata: {},
  };
}

const textOf = (parts) => parts.map((part) => (part.content.$case === "text" ? part.content.value : "")).join("");
const answerOf = (task) => task.artifacts.map((artifact) => textOf(artifact.parts)).join("");
const ref = (task, more = {}) => ({ tenant: "", id: task.id, ...more });

async function collect(stream) {
  const events = [];
  for await (const event of stream) events.push(event.payload);
  return events;
}

/** The artifacts that the chunks of a stream make. */
function gathered(events) {
  const artifacts = new Map();
  for (const { $case, value } of events) {
    if ($case === "task") value.artifacts.forEach((each) => artifacts.set(each.artifactId, textOf(each.parts)));
    if ($case !== "artifactUpdate") continue;
    const id = value.artifact.artifactId;
    artifacts.set(id, (value.append ? artifacts.get(id) : "") + textOf(value.artifact.parts));
  }
  return [...artifacts.values()].join("");
}

async function refused(promise, name) {
  await assert.rejects(promise, (error) => {
    assert.match(error.name + error.constructor.name, new RegExp(name));
    return true;
  });
}

const flows = {
  async "a card lists both bindings"() {
    const card = await (await fetch(`${base}/.well-known/agent-card.json`)).json();
    assert.deepEqual(card.supportedInterfaces.map((each) => each.protocolBinding), ["JSONRPC", "HTTP+JSON"]);
    assert.ok(card.skills.some((skill) => skill.id === "greeter"));
    const client = await open("greeter");
    assert.equal(client.agentCard.name, "greeter");
    assert.equal(client.transport.protocolName, binding);
  },

  async "a message is answered, and the next one in its context"() {
    const client = await open("greeter");
    const task = await client.sendMessage(message(text("Hello?")));
    assert.equal(task.status.state, COMPLETED);
    assert.equal(answerOf(task), "Hello.");
    const next = await client.sendMessage(message(text("Again?"), { contextId: task.contextId }));
    assert.equal(next.contextId, task.contextId);
    assert.notEqual(next.id, task.id);
  },

  async "an answer is streamed in chunks"() {
    const events = await collect((await open("slow")).sendMessageStream(message(text("Tell me."))));
    assert.equal(events[0].$case, "task");
    assert.equal(events.at(-1).$case, "statusUpdate");
    assert.equal(events.at(-1).value.status.state, COMPLETED);
    const chunks = events.filter((event) => event.$case === "artifactUpdate");
    assert.ok(chunks.length > 5);
    assert.ok(chunks.at(-1).value.lastChunk);
    const stored = await (await open("slow")).getTask(ref(events[0].value));
    assert.equal(gathered(events), answerOf(stored));
  },

  async "a question is answered with a text"() {
    const client = await open("careful");
    const asked = await client.sendMessage(message(text("6 * 7?")));
    assert.equal(asked.status.state, INPUT_REQUIRED);
    assert.equal(asked.status.message.parts[1].content.$case, "data");
    const done = await client.sendMessage(message(text("approve"), { taskId: asked.id, contextId: asked.contextId }));
    assert.equal(done.id, asked.id);
    assert.equal(done.status.state, COMPLETED);
    assert.equal(answerOf(done), "Done.");
  },

  async "a question is answered with data while the client streams"() {
    const client = await open("careful");
    const asked = await collect(client.sendMessageStream(message(text("6 * 7?"))));
    assert.equal(asked.at(-1).value.status.state, INPUT_REQUIRED);
    const task = asked[0].value;
    const { suspensionId } = asked.at(-1).value.status.message.parts[1].content.value.questions[0];
    const answer = data({ suspensionId, decision: "deny", reason: "not today" });
    const rest = await collect(client.sendMessageStream(message(answer, { taskId: task.id })));
    assert.equal(rest[0].$case, "task");
    assert.equal(rest.at(-1).value.status.state, COMPLETED);
  },

  async "a subscriber joins in the midst of an answer"() {
    const client = await open("slow");
    const now = { acceptedOutputModes: [], returnImmediately: true };
    const task = await client.sendMessage(message(text("Tell me."), { configuration: now }));
    const events = await collect(client.resubscribeTask(ref(task)));
    assert.equal(events[0].$case, "task");
    assert.equal(events.at(-1).value.status.state, COMPLETED);
    assert.equal(gathered(events), answerOf(await client.getTask(ref(task))));
    await refused(collect(client.resubscribeTask(ref(task))), "UnsupportedOperation|Error");
  },

  async "a task is canceled once"() {
    const client = await open("slow");
    const now = { acceptedOutputModes: [], returnImmediately: true };
    const task = await client.sendMessage(message(text("Tell me."), { configuration: now }));
    const canceled = await client.cancelTask(ref(task));
    assert.equal(canceled.status.state, CANCELED);
    await refused(client.cancelTask(ref(task)), "TaskNotCancelable");
  },

  async "tasks are listed, the last changed first"() {
    const client = await open("greeter");
    const first = await client.sendMessage(message(text("One.")));
    const second = await client.sendMessage(message(text("Two."), { contextId: first.contextId }));
    const page = await client.listTasks({ tenant: "", contextId: first.contextId, status: 0, pageSize: 1, pageToken: "" });
    assert.equal(page.totalSize, 2);
    assert.deepEqual(page.tasks.map((task) => task.id), [second.id]);
    assert.equal(page.tasks[0].artifacts.length, 0);
    const next = await client.listTasks({ tenant: "", contextId: first.contextId, status: 0, pageSize: 1, pageToken: page.nextPageToken, includeArtifacts: true });
    assert.deepEqual(next.tasks.map((task) => task.id), [first.id]);
    assert.equal(answerOf(next.tasks[0]), "Hello.");
  },

  async "a history of no messages is none"() {
    const client = await open("greeter");
    const task = await client.sendMessage(message(text("Hello?")));
    assert.equal((await client.getTask(ref(task))).history.length, 1);
    assert.equal((await client.getTask(ref(task, { historyLength: 0 }))).history.length, 0);
  },

  async "a run that fails is a failed task"() {
    const task = await (await open("broken")).sendMessage(message(text("Go.")));
    assert.equal(task.status.state, FAILED);
    assert.ok(textOf(task.status.message.parts).length > 0);
  },

  async "errors have their types"() {
    const client = await open("greeter");
    const task = await client.sendMessage(message(text("Hello?")));
    await refused(client.getTask(ref({ id: "no-such-task" })), "TaskNotFound");
    await refused(client.cancelTask(ref(task)), "TaskNotCancelable");
    await refused(client.sendMessage(message(text("More."), { taskId: task.id })), "UnsupportedOperation");
    await refused(client.sendMessage(message(text("More."), { taskId: "mine" })), "TaskNotFound");
  },
};

let failed = 0;
for (const [name, flow] of Object.entries(flows)) {
  try {
    await flow();
    console.log(`ok ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAILED ${name}: ${error.stack}`);
  }
}
console.log(`${Object.keys(flows).length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
