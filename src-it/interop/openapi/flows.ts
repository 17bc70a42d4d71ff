// The flows of chat clients through the native API, each in its own thread.
import assert from "node:assert/strict";
import type { components } from "./generated/schema.js";
import { type AgentEvent, type Frame, client, done, ending, firstFrames, frames } from "./answers.js";

// No flow: edit: It is the call that regenerates, with a message; the tests of the routes send it.
// No flow: shared state: The native API does not accept state; events and routes tell it.
// No flow: instructions: The native API accepts messages of users only.
// No flow: server restart during streaming: The generated client hands a stream to its application, which reads on with `Last-Event-ID`. The tests of kills do so without this client.

type Begin = components["schemas"]["CreateRun"];
type Of<T extends AgentEvent["event_type"]> = Extract<AgentEvent, { event_type: T }>;

const user = (content: string): components["schemas"]["InputMessage"][] => [{ role: "user", content }];

/** Creates a run and reads its stream to the end. */
async function run(body: Begin): Promise<Frame[]> {
  return frames(done(await client.POST("/v1/runs", { body, parseAs: "text" })));
}

/** Starts a slow run, reads its first events and disconnects. */
async function startSlow(): Promise<Frame[]> {
  const body = { agent_id: "slow", messages: user("Go on") };
  const stream: unknown = done(await client.POST("/v1/runs", { body, parseAs: "stream" }));
  assert.ok(stream instanceof ReadableStream);
  return firstFrames(stream, 5);
}

/** Reads the rest of a run after the events already read. */
async function rest(read: Frame[]): Promise<Frame[]> {
  const header = { "Last-Event-ID": read.at(-1)?.id ?? "" };
  const params = { path: { id: started(read).run_id }, header };
  return frames(done(await client.GET("/v1/runs/{id}/events/stream", { params, parseAs: "text" })));
}

function of<T extends AgentEvent["event_type"]>(events: Frame[], type: T): Of<T>[] {
  return events.map((frame) => frame.event).filter((event): event is Of<T> => event.event_type === type);
}

function started(events: Frame[]): { run_id: string; thread_id: string } {
  const [first] = of(events, "run_start");
  assert.ok(first?.run_id && first.thread_id);
  return { run_id: first.run_id, thread_id: first.thread_id };
}

const text = (events: Frame[]) => of(events, "text_delta").map((event) => event.delta).join("");

/** Resumes the only open suspension of a run. */
async function decide(events: Frame[], payload: unknown): Promise<void> {
  assert.equal(ending(events).type, "suspended");
  const path = { id: started(events).run_id };
  const ticket = done(await client.GET("/v1/runs/{id}", { params: { path } })).waiting?.tickets[0];
  assert.ok(ticket);
  const body = { tool_call_id: ticket.tool_call_id, action: "resume" as const, payload };
  done(await client.POST("/v1/runs/{id}/decision", { params: { path }, body }), 202);
}

const all: Record<string, () => Promise<void>> = {
  // Flow: plain
  // Flow: reasoning
  async thinks() {
    const events = await run({ agent_id: "thinker", messages: user("Well?") });
    assert.equal(of(events, "reasoning_delta").map((event) => event.delta).join(""), "They want an answer.");
    assert.equal(text(events), "Here it is.");
    const again = await run({ agent_id: "thinker", thread_id: started(events).thread_id, messages: user("And?") });
    assert.equal(text(again), "Here it is.");
  },

  // Flow: multi-step tools
  async callsATool() {
    const events = await run({ agent_id: "tools", messages: user("The weather?") });
    assert.deepEqual(of(events, "tool_call_ready").map((call) => call.arguments), [{ city: "Bern" }]);
    assert.deepEqual(of(events, "tool_call_done").map((call) => call.outcome), ["succeeded"]);
    assert.equal(text(events), "Let me look.It is fine.");
  },

  // Flow: parallel tools
  async callsToolsInParallel() {
    const events = await run({ agent_id: "parallel", messages: user("The weather?") });
    assert.deepEqual(of(events, "tool_call_ready").map((call) => call.arguments), [{ city: "Bern" }, { city: "Rome" }]);
    assert.equal(text(events), "Fine in both.");
  },

  // Flow: approval edited
  async acceptsEditedArguments() {
    const asked = await run({ agent_id: "clerk", messages: user("My money, please") });
    await decide(asked, { orderId: "A-1001", amount: 80 });
    assert.match(JSON.stringify(await rest(asked)), /refunded 80 euros for A-1001/);
  },

  // Flow: client-side tool
  async callsAFrontEndTool() {
    const tools = [{ name: "pick_colour", description: "Lets the user pick a colour." }];
    const asked = await run({ agent_id: "painter", messages: user("Paint"), frontend_tools: tools });
    await decide(asked, { colour: "red" });
    const events = await rest(asked);
    assert.match(JSON.stringify(events), /"colour":"red"/);
    assert.equal(text(events), "So be it.");
  },

  // Flow: file
  async readsAFile() {
    const content = [
      { type: "text" as const, text: "Look" },
      { type: "image" as const, media_type: "image/png", data: "iVBORw0KGgo=" },
    ];
    assert.match(text(await run({ agent_id: "looker", messages: [{ role: "user", content }] })), /image\/png/);
  },

  // Flow: error
  async fails() {
    const events = await run({ agent_id: "broken", messages: user("Hello") });
    assert.equal(ending(events).type, "error");
    // An operator gets the provider's reason, in the error event only.
    assert.match(JSON.stringify(events), /for the log/);
    assert.doesNotMatch(JSON.stringify(ending(events)), /for the log/);
  },

  // Flow: cancel
  async isCancelled() {
    const read = await startSlow();
    done(await client.POST("/v1/runs/{id}/cancel", { params: { path: { id: started(read).run_id } } }), 202);
    const events = await rest(read);
    assert.equal(ending(events).type, "cancelled");
    assert.doesNotMatch(text(events), /word60/);
  },

  // Flow: reload during streaming
  // Flow: second tab
  async isReadByTwoLaterClients() {
    const read = await startSlow();
    const [first, second] = await Promise.all([rest(read), rest(read)]);
    assert.deepEqual(first, second);
    assert.match(text([...read, ...first]), /^word1 word2 .* word60$/);
  },
};

/** Runs all flows in parallel. */
export async function flows(): Promise<void> {
  await Promise.all(Object.values(all).map((flow) => flow()));
}
