// node run.mjs BINDING BASE PORT: runs the flows of the JavaScript SDK with the agents greeter, careful, slow and broken.
// Push notifications come to PORT of 127.0.0.1.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { json } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { StreamResponse, TaskPushNotificationConfig } from "@a2a-js/sdk";
import { ClientFactory, ClientFactoryOptions } from "@a2a-js/sdk/client";

const [binding, base, port] = process.argv.slice(2);
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

/** The push notifications that arrived, by their path. */
const pushed = new Map();
const receiver = createServer(async (request, response) => {
  const { payload } = StreamResponse.fromJSON(await json(request));
  pushed.set(request.url, [...(pushed.get(request.url) ?? []), { headers: request.headers, ...payload }]);
  response.writeHead(204).end();
});
await new Promise((resolve) => receiver.listen(port, "127.0.0.1", resolve));

const address = (fields) =>
  TaskPushNotificationConfig.fromJSON({
    url: `http://127.0.0.1:${port}/${fields.id}`,
    token: "t-1",
    authentication: { scheme: "Bearer", credentials: "s3cr3t" },
    ...fields,
  });

/** What came to an address, once it has this many notifications. */
async function told(id, count) {
  for (const end = Date.now() + 30_000; (pushed.get(`/${id}`)?.length ?? 0) < count; ) {
    assert.ok(Date.now() < end, `no notification ${count} came to ${id}`);
    await sleep(20);
  }
  return pushed.get(`/${id}`);
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

  async "a client is told of its task at the addresses that it registers"() {
    const client = await open("careful");
    const early = address({ id: "early" });
    const configuration = { acceptedOutputModes: [], returnImmediately: false, taskPushNotificationConfig: early };
    const asked = await client.sendMessage(message(text("6 * 7?"), { configuration }));
    const late = address({ id: "late", taskId: asked.id });
    const made = await client.createTaskPushNotificationConfig(late);
    assert.deepEqual(made, { ...late, tenant: "", authentication: { scheme: "Bearer", credentials: "" } });
    const of = ({ id }) => ({ tenant: "", taskId: asked.id, id });
    assert.deepEqual(await client.getTaskPushNotificationConfig(of(late)), made);
    const listed = async () => {
      const all = { tenant: "", taskId: asked.id, pageSize: 10, pageToken: "" };
      return (await client.listTaskPushNotificationConfig(all)).configs.map((config) => config.id);
    };
    assert.deepEqual(await listed(), [early.id, late.id]);
    await told(early.id, 1);
    await client.deleteTaskPushNotificationConfig(of(early));
    assert.deepEqual(await listed(), [late.id]);
    await refused(client.getTaskPushNotificationConfig(of(early)), "TaskNotFound");

    await client.sendMessage(message(text("approve"), { taskId: asked.id }));
    const updates = await told(late.id, 2);
    assert.deepEqual(updates.map(({ $case }) => $case), ["statusUpdate", "statusUpdate"]);
    assert.deepEqual(updates.map(({ value }) => value.status.state), [INPUT_REQUIRED, COMPLETED]);
    assert.deepEqual(updates[0].value.status.message.parts, asked.status.message.parts);
    for (const { headers, value } of updates) {
      assert.deepEqual([value.taskId, value.contextId], [asked.id, asked.contextId]);
      assert.equal(headers["content-type"], "application/a2a+json");
      assert.equal(headers["x-a2a-notification-token"], "t-1");
      assert.equal(headers.authorization, "Bearer s3cr3t");
    }
    assert.deepEqual((await told(early.id, 1)).map(({ value }) => value.status.state), [INPUT_REQUIRED]);
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
