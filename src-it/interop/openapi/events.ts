// The events of a run and of its thread, in pages and as a live stream.
import assert from "node:assert/strict";
import { client, done, firstFrames } from "./answers.js";

/** Expects a thread with one finished run, which was suspended once. */
export async function events(thread: string, run: string): Promise<void> {
  const ofRun = { id: run };
  const first = done(await client.GET("/v1/runs/{id}/events", { params: { path: ofRun, query: { limit: 3 } } }));
  assert.deepEqual(
    first.items.map((each) => each.seq),
    [1, 2, 3],
  );
  assert.equal(first.items[0]?.event_type, "run_start");
  assert.ok(first.has_more && first.next_cursor);
  const rest = done(
    await client.GET("/v1/runs/{id}/events", {
      params: { path: ofRun, query: { limit: 200, cursor: first.next_cursor } },
    }),
  );
  assert.equal(rest.items[0]?.seq, 4);
  assert.equal(rest.items.at(-1)?.event_type, "run_finish");

  const ofThread = { id: thread };
  const all = done(await client.GET("/v1/threads/{id}/events", { params: { path: ofThread, query: { limit: 200 } } }));
  assert.equal(all.items.length, first.items.length + rest.items.length);
  assert.ok(all.items.every((each) => each.run_id === run));
  const [, second, ...later] = all.items;
  assert.ok(second);
  const stream = await client.GET("/v1/threads/{id}/events/stream", {
    params: { path: ofThread, query: { cursor: second.cursor } },
    parseAs: "stream",
  });
  const received = await firstFrames(done(stream), later.length);
  assert.deepEqual(
    received.map((frame) => frame.id),
    later.map((each) => each.cursor),
  );
}
