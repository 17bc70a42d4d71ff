// The client, whose types are generated from the server's OpenAPI document, and helpers for its responses.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import createClient from "openapi-fetch";
import type { components, paths } from "./generated/schema.js";

export type AgentEvent = components["schemas"]["AgentEvent"];

/** A frame of an event stream. */
export type Frame = { id: string; event: AgentEvent };

const [address, document, token] = process.argv.slice(2);
assert.ok(address && document && token, "usage: client.js <base URL of the server> <its OpenAPI document> <token>");

export const baseUrl = address;
export const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });

/** Operations that succeeded, as `METHOD path`. */
const succeeded = new Set<string>();
client.use({
  onResponse({ request, schemaPath, response }) {
    if (response.ok) {
      succeeded.add(`${request.method} ${schemaPath}`);
    }
  },
});

/** The operations of the document that never succeeded. */
export function missing(): string[] {
  const described = JSON.parse(readFileSync(document ?? "", "utf8")) as {
    paths: Record<string, Record<string, { operationId?: string }>>;
  };
  return Object.entries(described.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method, operation]) => operation.operationId && !succeeded.has(`${method.toUpperCase()} ${path}`))
      .map(([, operation]) => operation.operationId ?? ""),
  );
}

/** The data of a response, which must have this status. */
export function done<T>(answer: { data?: T; error?: unknown; response: Response }, status = 200): T {
  assert.equal(answer.response.status, status, JSON.stringify(answer.error));
  assert.ok(answer.data !== undefined);
  return answer.data;
}

/** The error of a response, which must have this status and code. */
export function refused(
  answer: { error?: components["schemas"]["ErrorView"]; response: Response },
  status: number,
  code: string,
): components["schemas"]["ErrorView"] {
  assert.equal(answer.response.status, status);
  assert.ok(answer.error !== undefined && answer.error.error.length > 0);
  assert.equal(answer.error.code, code);
  return answer.error;
}

/** The frames of a stream that was read as text. */
export function frames(stream: unknown): Frame[] {
  assert.equal(typeof stream, "string");
  return String(stream)
    .split("\n\n")
    .filter((frame) => frame.startsWith("id: "))
    .map((frame) => {
      const [id, data] = frame.split("\n");
      assert.ok(id && data);
      return { id: id.slice("id: ".length), event: JSON.parse(data.slice("data: ".length)) as AgentEvent };
    });
}

/** Reads the first frames of a live stream, then disconnects. */
export async function firstFrames(stream: ReadableStream<Uint8Array> | null, count: number): Promise<Frame[]> {
  assert.ok(stream !== null);
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let whole: Frame[] = [];
  while (whole.length < count) {
    const part = await reader.read();
    assert.ok(!part.done, `the stream ended after ${text}`);
    text += decoder.decode(part.value, { stream: true });
    whole = frames(text.slice(0, text.lastIndexOf("\n\n") + 1));
  }
  await reader.cancel();
  return whole.slice(0, count);
}

export function ending(events: Frame[]): components["schemas"]["TerminationReason"] {
  const last = events.at(-1)?.event;
  assert.ok(last?.event_type === "run_finish" && last.termination);
  return last.termination;
}
