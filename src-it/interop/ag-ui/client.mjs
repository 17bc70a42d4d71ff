// What flows have in common: an agent of a version of the client, and what it heard.
import { randomUUID } from "node:crypto";
import { resuming } from "./resuming.mjs";

/** Loads a version of the client: `1.0` or `0.0.59`. */
export const client = (version) => import(version === "1.0" ? "ag-ui-client" : "ag-ui-client-0");

/** An agent of the server, with all events that it has heard. */
export function open({ ag, base }, name, { thread = randomUUID(), messages = [], again = false, headers } = {}) {
  const Agent = again ? resuming(ag.HttpAgent, base) : ag.HttpAgent;
  const agent = new Agent({ url: `${base}/v1/ag-ui/agents/${name}/runs`, threadId: thread, initialMessages: messages, headers });
  agent.heard = [];
  agent.subscribe({ onEvent: ({ event }) => void agent.heard.push(event) });
  agent.says = (text, more = {}) => {
    agent.messages.push({ id: randomUUID(), role: "user", content: text });
    return agent.runs(more);
  };
  agent.runs = async (more = {}) => {
    agent.heard = [];
    await agent.runAgent({ runId: randomUUID(), ...more });
    return agent.heard;
  };
  return agent;
}

export const last = (agent) => agent.messages.at(-1);
export const types = (events) => events.map((event) => event.type);
export const roles = (agent) => agent.messages.map((message) => message.role);
export const calls = (agent) => agent.messages.flatMap((message) => message.toolCalls ?? []);
export const answer = (interrupts, payload) =>
  interrupts.map(({ id }) => ({ interruptId: id, status: "resolved", payload }));

/** An answer that brings these frames; then its connection breaks. */
export function broken(frames) {
  const left = [...frames];
  const body = new ReadableStream({
    async pull(controller) {
      if (left.length > 0) {
        controller.enqueue(new TextEncoder().encode(left.shift()));
        return;
      }
      // An error throws away what waits to be read.
      await new Promise((resolve) => setTimeout(resolve));
      controller.error(new TypeError("network error"));
    },
  });
  return new Response(body);
}

/** Waits for a condition, not for a time; fails after twenty seconds. */
export async function until(what, holds) {
  for (let i = 0; i < 4000; i++) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`never: ${what}`);
}

/** A thread as a page loads it. */
export async function load(base, thread) {
  const response = await fetch(`${base}/v1/ag-ui/threads/${encodeURIComponent(thread)}/messages`);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}
