// Tests the server through a client whose types are generated from the server's OpenAPI document: a call that does not
// match the document does not compile, and a response that does not match it fails here.
import assert from "node:assert/strict";
import { baseUrl, client, done, ending, frames, missing, refused } from "./answers.js";
import { events } from "./events.js";
import { flows } from "./flows.js";
import { operators } from "./operators.js";
import { queue } from "./queue.js";

// Threads.
const created = await client.POST("/v1/threads", { body: { title: "Trip", resource_id: "customer/7" } });
const thread = done(created, 201);
assert.equal(created.response.headers.get("location"), `${baseUrl}/v1/threads/${thread.id}`);
assert.equal(thread.metadata.title, "Trip");
const path = { id: thread.id };
const patched = done(
  await client.PATCH("/v1/threads/{id}", { params: { path }, body: { title: null, custom: { stars: 4 } } }),
);
assert.equal(patched.metadata.title, undefined);
assert.deepEqual(patched.metadata.custom, { stars: 4 });
assert.deepEqual(done(await client.GET("/v1/threads/{id}", { params: { path } })), patched);

// Flow: approval granted
// Flow: reload while suspended
// A run that is suspended for an approval, and is found again while it waits.
const begun = await client.POST("/v1/runs", {
  params: { header: { "Idempotency-Key": "first" } },
  body: { agent_id: "cautious", thread_id: thread.id, messages: [{ role: "user", content: "What is 6 * 7?" }] },
  parseAs: "text",
});
const before = frames(done(begun));
assert.equal(ending(before).type, "suspended");
const first = before[0]?.event;
assert.ok(first?.event_type === "run_start" && first.run_id);
const run = { id: first.run_id };

const waiting = done(await client.GET("/v1/runs/{id}", { params: { path: run } }));
assert.equal(waiting.status, "waiting");
const ticket = waiting.waiting?.tickets[0];
assert.ok(ticket && waiting.waiting?.reason === "decision");
const open = done(
  await client.GET("/v1/suspensions", { params: { query: { status: "open", thread_id: thread.id, limit: 1 } } }),
);
assert.deepEqual(open.items, [ticket]);

const busy = await client.POST("/v1/runs", {
  body: {
    agent_id: "cautious",
    thread_id: thread.id,
    mode: "reject",
    messages: [{ role: "user", content: "And 7 * 8?" }],
  },
});
assert.deepEqual(refused(busy, 409, "thread_busy").details, { run_id: run.id, suspension_ids: [ticket.id] });

const decided = done(
  await client.POST("/v1/runs/{id}/decision", {
    params: { path: run },
    body: { tool_call_id: ticket.tool_call_id, action: "resume", arguments_hash: ticket.arguments_hash },
  }),
  202,
);
assert.equal(decided.action, "resume");

const rest = await client.GET("/v1/runs/{id}/events/stream", {
  params: { path: run, header: { "Last-Event-ID": before.at(-1)?.id ?? "" } },
  parseAs: "text",
});
assert.equal(ending(frames(done(rest))).type, "natural_end");
const over = done(await client.GET("/v1/runs/{id}", { params: { path: run } }));
assert.equal(over.status, "done");
assert.match(over.final_output ?? "", /42/);
const calls = done(await client.GET("/v1/runs/{id}/calls", { params: { path: run, query: { limit: 1 } } }));
assert.equal(calls.items[0]?.call_id, ticket.tool_call_id);
assert.equal(calls.items[0]?.status, "succeeded");
const state = done(await client.GET("/v1/runs/{id}/state", { params: { path: run } }));
assert.equal(state.run_id, run.id);
assert.equal(state.thread_id, thread.id);

// Media.
const uploaded = done(
  await client.POST("/v1/threads/{id}/media", {
    params: { path },
    headers: { "Content-Type": "text/plain" },
    body: "The itinerary.",
    bodySerializer: (text) => text,
  }),
  201,
);
const downloaded = await client.GET("/v1/threads/{id}/media/{media}", {
  params: { path: { id: thread.id, media: uploaded.media_id } },
  parseAs: "text",
});
assert.equal(done(downloaded), "The itinerary.");

// Lists.
const messages = done(
  await client.GET("/v1/threads/{id}/messages", { params: { path, query: { order: "desc", limit: 1 } } }),
);
assert.equal(messages.messages[0]?.role, "assistant");
assert.ok(messages.has_more && messages.next_cursor);
const next = done(
  await client.GET("/v1/threads/{id}/messages", {
    params: { path, query: { order: "desc", limit: 1, cursor: messages.next_cursor } },
  }),
);
assert.equal(next.messages[0]?.role, "tool");
const summaries = done(await client.GET("/v1/threads/summaries", { params: { query: { root: true } } }));
assert.equal(summaries.items.find((each) => each.id === thread.id)?.agent_id, "cautious");
const ids = done(await client.GET("/v1/threads"));
assert.ok(ids.items.includes(thread.id));
assert.ok(done(await client.GET("/v1/agents")).items.some((each) => each.id === "cautious"));

// Errors.
const unknown = await client.POST("/v1/runs", {
  body: { agent_id: "nobody", messages: [{ role: "user", content: "Hello" }] },
});
assert.equal(refused(unknown, 400, "agent_not_found").field, "agent_id");
refused(await client.GET("/v1/threads/{id}", { params: { path: { id: "none" } } }), 404, "thread_not_found");
const picture = { type: "image" as const, media_type: "image/tiff", data: "AQ==" };
const shown = await client.POST("/v1/threads/{id}/messages", {
  params: { path },
  body: { agent_id: "careful", messages: [{ role: "user", content: [picture] }] },
});
assert.equal(refused(shown, 415, "unsupported_media_type").field, "messages[0].content[0].media_type");
const foreign = await client.GET("/v1/threads", { params: { query: { cursor: "nonsense" } } });
assert.equal(refused(foreign, 400, "invalid_field").field, "cursor");

// Event logs, queued and cancelled runs, the flows of chat clients, and operator calls.
await events(thread.id, run.id);
await queue();
await flows();
await operators();

// A regenerated answer.
// Flow: regenerate
const answered = done(
  await client.POST("/v1/threads/{id}/messages", {
    params: { path },
    body: { supersedes: messages.messages[0]?.id ?? "", agent_id: "cautious" },
  }),
  202,
);
done(await client.GET("/v1/runs/{id}/wait", { params: { path: { id: answered.run_id } } }));
const every = done(
  await client.GET("/v1/threads/{id}/messages", {
    params: { path, query: { order: "desc", limit: 2, superseded: true } },
  }),
);
assert.deepEqual(every.superseded, [messages.messages[0]?.id]);

// Deletion.
const gone = await client.DELETE("/v1/threads/{id}", { params: { path, query: { child_strategy: "reject" } } });
assert.equal(gone.response.status, 204);
refused(await client.GET("/v1/threads/{id}", { params: { path } }), 404, "thread_not_found");

// These calls cannot succeed here: the server has no dead letter to redrive (queue.ts), no webhook whose messages to
// redrive or to answer, and no MCP server whose tools to approve or to authorize with (operators.ts).
assert.deepEqual(missing().sort(), [
  "answerByToken",
  "approveTool",
  "authorizeServer",
  "grantAccess",
  "redriveDelivery",
  "redriveJob",
]);
console.log("everything is as documented");
