// Background runs without a stream: queued, submitted, suspended, awaited and cancelled.
import assert from "node:assert/strict";
import type { components } from "./generated/schema.js";
import { baseUrl, client, done, refused } from "./answers.js";

type Run = components["schemas"]["RunView"];

const hello: components["schemas"]["InputMessage"][] = [{ role: "user", content: "Tell me about yourself" }];

/** Waits until a run has ended or is suspended. */
async function rested(run: string): Promise<Run> {
  return done(await client.GET("/v1/runs/{id}/wait", { params: { path: { id: run }, query: { timeout_ms: 30_000 } } }));
}

async function active(thread: string): Promise<string | undefined> {
  const path = { id: thread };
  return done(await client.GET("/v1/threads/{id}/runs/active", { params: { path } })).active_run?.run_id;
}

async function queuesAJob(thread: string): Promise<void> {
  const path = { id: thread };
  const body = { payload: { text: "later" }, agent_id: "cautious", delay_ms: 600_000, dedupe_key: "daily" };
  const push = await client.POST("/v1/threads/{id}/mailbox", { params: { path }, body });
  const job = done(push, 201);
  assert.equal(push.response.headers.get("location"), `${baseUrl}/v1/runs/${job.run_id}`);
  const twice = await client.POST("/v1/threads/{id}/mailbox", { params: { path }, body });
  assert.deepEqual(refused(twice, 409, "duplicate").details, { job_id: job.job_id, run_id: job.run_id });
  const queued = done(
    await client.GET("/v1/threads/{id}/mailbox", { params: { path, query: { status: "queued", limit: 1 } } }),
  );
  assert.equal(queued.total, 1);
  assert.equal(queued.items[0]?.job_id, job.job_id);
  assert.equal(queued.items[0]?.dedupe_key, "daily");
  assert.equal(queued.items[0]?.run_status, "created");
  const redriven = await client.POST("/v1/threads/{id}/mailbox/{job}/redrive", {
    params: { path: { id: thread, job: job.job_id } },
  });
  refused(redriven, 409, "not_dead");
  const cleared = done(await client.POST("/v1/threads/{id}/interrupt", { params: { path } }), 202);
  assert.equal(cleared.superseded_jobs, 1);
  assert.ok(cleared.new_generation > 0);
}

/** Sends a message and waits for the answer, then sends another and cancels its run. */
async function sendsMessages(thread: string): Promise<void> {
  const sent = done(
    await client.POST("/v1/threads/{id}/messages", {
      params: { path: { id: thread } },
      body: { agent_id: "cautious", messages: hello },
    }),
    202,
  );
  const answered = await rested(sent.run_id);
  assert.equal(answered.termination_code, "natural_end");
  assert.ok(answered.final_output);

  const more = done(
    await client.POST("/v1/runs/{id}/inputs", { params: { path: { id: sent.run_id } }, body: { messages: hello } }),
    202,
  );
  assert.equal(more.run_id, sent.run_id);
  assert.notEqual(more.accepted_run_id, sent.run_id);
  const stopped = done(
    await client.POST("/v1/runs/{id}/cancel", { params: { path: { id: more.accepted_run_id } } }),
    202,
  );
  assert.equal(stopped.run_id, more.accepted_run_id);
  assert.equal((await rested(more.accepted_run_id)).status, "done");
}

// Flow: approval denied
/** Creates a run whose call needs a decision, and denies it. */
async function deniesACall(thread: string): Promise<void> {
  const path = { id: thread };
  const accepted = done(
    await client.POST("/v1/runs", {
      body: {
        agent_id: "cautious",
        thread_id: thread,
        background: true,
        messages: [{ role: "user", content: "What is 6 * 7?" }],
      },
    }),
    202,
  );
  assert.ok(typeof accepted === "object");
  assert.equal((await rested(accepted.run_id)).waiting?.reason, "decision");
  assert.equal(await active(thread), accepted.run_id);
  const waiting = done(
    await client.GET("/v1/runs", { params: { query: { thread_id: thread, status: "waiting" } } }),
  );
  assert.deepEqual(
    waiting.items.map((each) => each.run_id),
    [accepted.run_id],
  );
  assert.equal(done(await client.GET("/v1/runs/summary")).waiting, 1);
  const open = done(await client.GET("/v1/threads/{id}/suspensions", { params: { path } }));
  assert.equal(open.items.length, 1);
  const decided = done(
    await client.POST("/v1/threads/{id}/decision", {
      params: { path },
      body: { tool_call_id: open.items[0]?.tool_call_id ?? "", action: "cancel", reason: "not today" },
    }),
    202,
  );
  assert.equal(decided.run_id, accepted.run_id);
  assert.equal((await rested(accepted.run_id)).status, "done");
  const latest = done(await client.GET("/v1/threads/{id}/runs/latest", { params: { path } }));
  assert.equal(latest.run_id, accepted.run_id);
}

export async function queue(): Promise<void> {
  const thread = done(await client.POST("/v1/threads", { body: {} }), 201).id;
  const path = { id: thread };
  refused(await client.GET("/v1/threads/{id}/runs/latest", { params: { path } }), 404, "run_not_found");
  assert.equal(await active(thread), undefined);
  const named = await client.PATCH("/v1/threads/{id}/metadata", { params: { path }, body: { title: "Queue" } });
  assert.equal(done(named).metadata.title, "Queue");

  await queuesAJob(thread);
  await sendsMessages(thread);
  await deniesACall(thread);

  const runs = done(await client.GET("/v1/threads/{id}/runs", { params: { path, query: { status: "done" } } }));
  assert.equal(runs.total, 4);
  const cancelled = done(await client.POST("/v1/threads/{id}/cancel", { params: { path } }), 202);
  assert.equal(cancelled.thread_id, thread);
  assert.equal(cancelled.run_id, undefined);
}
