// What flows have in common: an agent of a version of the client, and what it heard.
import { randomUUID } from "node:crypto";
import { resuming } from "./resuming.mjs";

/** Loads a version of the client: `1.0` or `0.0.59`. */
export const client = (version) => import(version === "1.0" ? "ag-ui-client" : "ag-ui-client-0");

/** How agents of a version of the client are made, to talk to a server directly. */
export const direct = (ag, base) => (name, { again, ...options }) => {
  const Agent = again ? resuming(ag.HttpAgent, base) : ag.HttpAgent;
  return new Agent({ url: `${base}/v1/ag-ui/agents/${name}/runs`, ...options });
};

/**
 * An agent of the server, with all events that it has heard.
 *
 * @param again whether it comes back to runs, which is no part of the protocol
 */
export function open({ make }, name, { thread = randomUUID(), messages = [], again = false } = {}) {
  const agent = make(name, { again, threadId: thread, initialMessages: messages });
  agent.heard = [];
  agent.subscribe({ onEvent: ({ event }) => void agent.heard.push(event) });
  agent.says = (content, more = {}) => {
    agent.messages.push({ id: randomUUID(), role: "user", content });
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

/** Waits for a condition, not for a time; fails when the patience, in seconds, is over. */
export async function until(what, holds, patience = 60) {
  for (const end = Date.now() + patience * 1000; Date.now() < end; ) {
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

/** Runs flows at once, each with threads of its own, and ends the program. */
export async function report(flows, server) {
  const outcomes = await Promise.all(
    Object.entries(flows).map(async ([name, flow]) => {
      const begun = performance.now();
      const error = await flow(server).then(() => undefined, (failure) => failure);
      const took = `${Math.round(performance.now() - begun)} ms`;
      console.log(error ? `FAILED  ${name}, ${took}: ${error.stack}` : `ok      ${name}, ${took}`);
      return error === undefined;
    }),
  );
  const failed = outcomes.filter((well) => !well).length;
  console.log(`${outcomes.length - failed} passed, ${failed} failed`);
  process.exit(failed === 0 && outcomes.length > 0 ? 0 : 1);
}
