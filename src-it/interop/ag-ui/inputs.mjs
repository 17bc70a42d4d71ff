// Flows of what a page sends besides its messages: shared state and instructions.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { answer, last, load, open, roles } from "./client.mjs";

/** Their agents. */
export const AGENTS = ["mirror", "decorator", "counter", "cautious", "discreet", "instructed", "deaf"];

const BLUE = { colour: "blue", seen: { by: "the model" } };

/** What the model of a mirroring agent read before its answer, without the conversation. */
const read = (agent) =>
  JSON.parse(last(agent).content)
    .filter(({ role, content }) => role === "system" || content.startsWith("State shared"))
    .map(({ content }) => content)
    .join("\n");

const instruct = (agent, ...instructions) =>
  agent.messages.push(...instructions.map(([role, content]) => ({ id: randomUUID(), role, content })));

/** Asserts that the page hears why its message is refused: CopilotKit's runtime makes an event of it. */
async function assertRefused(agent, code) {
  const heard = await agent.sendMessage("6 * 7?").then((events) => JSON.stringify(events), String);
  assert.match(heard, new RegExp(code));
}

export const inputs = {
  // Flow: shared state
  async "the agent reads the page's state"(server) {
    const agent = open(server, "mirror");
    agent.setState({ colour: "red" });
    await agent.sendMessage("Which colour?");
    assert.match(read(agent), /{"colour":"red"}/);
    assert.deepEqual(agent.state, { colour: "red" });
    agent.setState({ colour: "green", size: 3 });
    await agent.sendMessage("And now?");
    assert.match(read(agent), /{"colour":"green","size":3}/);
    assert.doesNotMatch(read(agent), /"red"/);
    assert.deepEqual(agent.state, { colour: "green", size: 3 });
  },

  async "the model changes the page's state, and the page changes it again"(server) {
    const agent = open(server, "decorator");
    agent.setState({ colour: "red", rooms: ["hall"], seen: { times: 1 } });
    await agent.sendMessage("Paint");
    assert.deepEqual(agent.state, { colour: "blue", rooms: ["hall"], seen: { times: 1, by: "the model" } });
    agent.setState({ ...agent.state, colour: "green", rooms: ["hall", "attic"] });
    await agent.sendMessage("Paint it again");
    assert.deepEqual(agent.state, { colour: "blue", rooms: ["hall", "attic"], seen: { times: 1, by: "the model" } });
    const changes = agent.received.filter(({ type }) => type === "STATE_DELTA").flatMap(({ delta }) => delta);
    assert.deepEqual(changes, [{ op: "replace", path: "/colour", value: "blue" }]);
  },

  async "a page without state gets what the model shares"(server) {
    const agent = open(server, "decorator");
    await agent.sendMessage("Paint");
    assert.deepEqual(agent.state, BLUE);
  },

  async "a tool reads and changes the page's state"(server) {
    const agent = open(server, "counter");
    agent.setState({ rooms: ["hall", "attic"] });
    await agent.sendMessage("How many?");
    assert.deepEqual(agent.state, { rooms: ["hall", "attic"], count: 2 });
  },

  async "another page of the conversation gets its state"(server) {
    const first = open(server, "decorator");
    await first.sendMessage("Paint");
    const second = open(server, "mirror", { thread: first.threadId });
    await second.sendMessage("Which colour?");
    assert.deepEqual(second.state, BLUE);
    assert.match(read(second), /"colour":"blue"/);
  },

  async "state sent with an approval is what the approved call changes"(server) {
    const agent = open(server, "cautious");
    agent.setState({ colour: "red", size: 1 });
    await agent.sendMessage("Paint");
    assert.deepEqual(agent.state, { colour: "red", size: 1 });
    agent.setState({ ...agent.state, size: 2 });
    await agent.startRun({ resume: answer(agent.pendingInterrupts, { approved: true }) });
    assert.deepEqual(agent.state, { ...BLUE, size: 2 });
    assert.equal(last(agent).content, "It is blue.");
  },

  async "a regenerated answer goes on from the page's state"(server) {
    const agent = open(server, "decorator");
    agent.setState({ colour: "red" });
    await agent.sendMessage("Paint");
    agent.messages.splice(1);
    agent.setState({ colour: "green", size: 3 });
    await agent.startRun();
    assert.deepEqual(agent.state, { ...BLUE, size: 3 });
    assert.deepEqual(roles(agent), ["user", "assistant", "tool", "assistant"]);
  },

  async "an agent that shares no state refuses it"(server) {
    const agent = open(server, "discreet");
    agent.setState({ colour: "red" });
    await assertRefused(agent, "state_not_allowed");
    const other = open(server, "discreet");
    await other.sendMessage("Which colour?");
    assert.equal(last(other).content, "Never.");
  },

  // Flow: instructions
  async "the model reads the page's instructions, which are no messages"(server) {
    const agent = open(server, "mirror");
    instruct(agent, ["system", "Be brief."], ["developer", "Use metres."]);
    await agent.sendMessage("How far?");
    assert.match(read(agent), /Be brief\.\s+Use metres\./);
    await agent.sendMessage("And back?");
    assert.match(read(agent), /Be brief\.\s+Use metres\./);
    const { messages } = await load(server.base, agent.threadId);
    assert.deepEqual(messages.map(({ role }) => role), ["user", "assistant", "user", "assistant"]);
    const plain = open(server, "mirror", { thread: agent.threadId });
    await plain.sendMessage("How far is it by train?");
    assert.doesNotMatch(read(plain), /Be brief/);
  },

  async "an agent whose calls need permission takes instructions if its document says so"(server) {
    const agent = open(server, "instructed");
    instruct(agent, ["system", "Be brief."]);
    await agent.sendMessage("How far?");
    assert.match(read(agent), /Be brief\./);
  },

  async "agents that take no instructions refuse them by name"(server) {
    for (const name of ["careful", "deaf"]) {
      const agent = open(server, name);
      instruct(agent, ["system", "Be brief."]);
      await assertRefused(agent, "instructions_not_allowed");
      const other = open(server, name, { thread: agent.threadId });
      const events = await other.sendMessage("6 * 7?");
      assert.equal(events.at(-1).type, "RUN_FINISHED", name);
    }
  },
};
