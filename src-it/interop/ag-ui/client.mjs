// Helpers that the flows share: an agent of a client version that records its events.
import { randomUUID } from "node:crypto";
import { resuming } from "./resuming.mjs";

/** Loads a version of the client: `1.0` or `0.0.59`. */
export const client = (version) => import(version === "1.0" ? "ag-ui-client" : "ag-ui-client-0");

/** Returns a factory of agents of a client version that connect directly to the server. */
export const direct = (ag, base) => (name, { again, ...options }) => {
  const Agent = again ? resuming(ag.HttpAgent, base) : ag.HttpAgent;
  return new Agent({ url: `${base}/v1/ag-ui/agents/${name}/runs`, ...options });
};

/**
 * Creates an agent that records the events of its latest run in `received`.
 *
 * @param again whether it reconnects to runs, which is not part of the protocol
 */
export function open({ make }, name, { thread = randomUUID(), messages = [], again = false } = {}) {
  const agent = make(name, { again, threadId: thread, initialMessages: messages });
  agent.received = [];
  agent.subscribe({ onEvent: ({ event }) => void agent.received.push(event) });
  agent.sendMessage = (content, more = {}) => {
    agent.messages.push({ id: randomUUID(), role: "user", content });
    return agent.startRun(more);
  };
  agent.startRun = async (more = {}) => {
    agent.received = [];
    await agent.runAgent({ runId: randomUUID(), ...more });
    return agent.received;
  };
  return agent;
}

export const last = (agent) => agent.messages.at(-1);
export const types = (events) => events.map((event) => event.type);
export const roles = (agent) => agent.messages.map((message) => message.role);
export const calls = (agent) => agent.messages.flatMap((message) => message.toolCalls ?? []);
export const answer = (interrupts, payload) =>
  interrupts.map(({ id }) => ({ interruptId: id, status: "resolved", payload }));

/** A response that sends these frames, after which its connection breaks. */
export function broken(frames) {
  const left = [...frames];
  const body = new ReadableStream({
    async pull(controller) {
      if (left.length > 0) {
        controller.enqueue(new TextEncoder().encode(left.shift()));
        return;
      }
      // Lets the client read the last frame first: an error discards data that was not read.
      await new Promise((resolve) => setTimeout(resolve));
      controller.error(new TypeError("network error"));
    },
  });
  return new Response(body);
}

/** Polls until a condition holds; fails after `patience` seconds. */
export async function until(what, holds, patience = 60) {
  for (const end = Date.now() + patience * 1000; Date.now() < end; ) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  throw new Error(`timed out: ${what}`);
}

/** Loads the messages of a thread, as a page does. */
export async function load(base, thread) {
  const response = await fetch(`${base}/v1/ag-ui/threads/${encodeURIComponent(thread)}/messages`);
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.json();
}

/** Runs flows in parallel, prints their results and exits. */
export async function report(flows, server) {
  const outcomes = await Promise.all(
    Object.entries(flows).map(async ([name, flow]) => {
      const started = performance.now();
      const error = await flow(server).then(() => undefined, (failure) => failure);
      const took = `${Math.round(performance.now() - started)} ms`;
      console.log(error ? `FAILED  ${name}, ${took}: ${error.stack}` : `ok      ${name}, ${took}`);
      return error === undefined;
    }),
  );
  const failed = outcomes.filter((passed) => !passed).length;
  console.log(`${outcomes.length - failed} passed, ${failed} failed`);
  process.exit(failed === 0 && outcomes.length > 0 ? 0 : 1);
}
