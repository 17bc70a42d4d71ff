import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ThreadSession } from '../../../../src/main/webapp/page/model/thread-session.js';

globalThis.document = Object.assign(new EventTarget(), { hidden: false });

const frame = (data) => new TextEncoder().encode(`id: ${data.seq}\ndata: ${JSON.stringify(data)}\n\n`);

const open = [];
after(() => open.forEach((controller) => controller.error(new Error('over'))));

/** A response stream that the test writes to. */
function channel() {
  let controller;
  const body = new ReadableStream({ start: (own) => (controller = own) });
  open.push(controller);
  return {
    response: new Response(body),
    say: (...events) => events.forEach((event) => controller.enqueue(frame(event))),
    end: () => controller.close(),
  };
}

/** A server with one thread; the test supplies its streams. */
function serverOf(state) {
  const requests = [];
  const json = (path) => {
    if (path.includes('/messages')) {
      return { messages: [...state.messages].reverse(), has_more: false };
    }
    if (path.startsWith('runs/')) {
      return { waiting: state.waiting };
    }
    if (path.includes('/runs')) {
      return { items: [], has_more: false };
    }
    return path.includes('/suspensions') ? { items: state.suspensions ?? [] } : { id: 't', metadata: {}, ...state.thread };
  };
  const abortable = (work, signal) =>
    new Promise((resolve, reject) => {
      const stop = () => reject(new DOMException('aborted', 'AbortError'));
      if (signal?.aborted) {
        stop();
        return;
      }
      signal?.addEventListener('abort', stop);
      Promise.resolve(work).then(resolve, reject);
    });
  return {
    requests,
    get: (path, more) => abortable(json(path), more?.signal),
    post: (path, body, more) => abortable({ id: 't' }, more?.signal),
    open: (method, path, body, { signal }) => {
      requests.push(`${method} ${path}`);
      return abortable(state.streams(method, path), signal);
    },
  };
}

const until = async (holds) => {
  for (let tries = 0; !holds(); tries++) {
    assert.ok(tries < 200, `timed out: ${holds}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
const said = (id, text, run) => ({ id, role: 'user', content: [{ type: 'text', text }], metadata: { run_id: run } });
const shown = (session) => [...session.entries, ...(session.run?.entries ?? []), ...session.outbox].map((entry) => `${entry.type}:${entry.text ?? entry.content?.[0]?.text ?? entry.content ?? ''}`);
const start = (run) => ({ seq: 1, event_type: 'run_start', thread_id: 't', run_id: run });
const finish = (run, seq, type = 'natural_end') => ({ seq, event_type: 'run_finish', thread_id: 't', run_id: run, termination: { type } });

test('a run that the thread reports before the request returns is shown once', async () => {
  const thread = channel();
  const run = channel();
  const state = { thread: {}, messages: [], streams: null };
  let answer;
  state.streams = (method) => (method === 'POST' ? new Promise((resolve) => (answer = () => resolve(run.response))) : thread.response);
  const session = new ThreadSession(serverOf(state));
  await session.open('t');
  await until(() => session.status === 'idle');
  const sent = session.send({ agentId: 'a', text: 'Hello', files: [], mode: 'steer' });
  await until(() => answer);
  Object.assign(state, { thread: { active_run_id: 'r', latest_run_id: 'r' }, messages: [said('u', 'Hello', 'r')] });
  thread.say({ ...start('r') });
  await new Promise((resolve) => setTimeout(resolve, 30));
  answer();
  await sent;
  run.say(start('r'), { seq: 2, event_type: 'text_delta', message_id: 'm', delta: 'Hi' }, finish('r', 3));
  await until(() => session.run?.status === 'done');
  assert.deepEqual(shown(session), ['user:Hello', 'text:Hi']);
  session.close();
});

test('a run that another tab starts is read from its first event', async () => {
  const thread = channel();
  const run = channel();
  const state = { thread: {}, messages: [], streams: (method, path) => (path.startsWith('runs/') ? run.response : thread.response) };
  const session = new ThreadSession(serverOf(state));
  await session.open('t');
  await until(() => session.status === 'idle');
  Object.assign(state, { thread: { active_run_id: 'r', latest_run_id: 'r' }, messages: [said('u', 'From the other tab', 'r')] });
  thread.say(start('r'));
  await until(() => session.run?.runId === 'r');
  run.say(start('r'), { seq: 2, event_type: 'text_delta', message_id: 'm', delta: 'Hi' });
  await until(() => shown(session).length === 2);
  assert.deepEqual(shown(session), ['user:From the other tab', 'text:Hi']);
  session.close();
});

test('a suspended run that ended elsewhere without events is loaded, and not polled', async () => {
  const first = channel();
  first.say(start('r'), finish('r', 2, 'suspended'));
  first.end();
  const threads = [];
  const state = { thread: { open_run_id: 'r', latest_run_id: 'r' }, messages: [said('u', 'x', 'r')] };
  let reads = 0;
  state.streams = (method, path) => {
    if (path.startsWith('runs/')) {
      reads++;
      return reads === 1 ? first.response : new Response(null, { status: 204 });
    }
    state.thread = { latest_run_id: 'r' };
    threads.push(channel());
    return threads.at(-1).response;
  };
  const session = new ThreadSession(serverOf(state));
  await session.open('t');
  await until(() => session.status === 'idle' && session.run === null);
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.ok(reads <= 3, `${reads} requests`);
  assert.deepEqual(shown(session), ['user:x']);
  session.close();
});

test('a message that cannot be sent is not shown, and the thread is still followed', async () => {
  const thread = channel();
  let refused = 0;
  const state = { thread: {}, messages: [] };
  state.streams = (method) => {
    if (method === 'POST') {
      refused++;
      throw Object.assign(new Error('no'), { status: 400 });
    }
    return thread.response;
  };
  const server = serverOf(state);
  const session = new ThreadSession(server);
  await session.open('t');
  await assert.rejects(session.send({ agentId: 'a', text: 'Hello', files: [], mode: 'steer' }), /no/);
  assert.equal(refused, 1);
  assert.deepEqual(shown(session), []);
  await until(() => server.requests.filter((each) => each === 'GET threads/t/events/stream').length >= 2);
  session.close();
});

test('the question of a delegate is shown in its call, and decided while the run is read', async () => {
  const run = channel();
  const delegate = { agent_id: 'b', parent_run_id: 'r', tool_call_id: 'c', depth: 1 };
  const asked = { id: 's', run_id: 'd', tool_call_id: 'k', arguments_hash: 'h' };
  const state = { thread: { active_run_id: 'r', latest_run_id: 'r' }, messages: [], waiting: { tickets: [asked] } };
  state.streams = () => run.response;
  const server = serverOf(state);
  const posts = [];
  server.post = async (path, body) => posts.push([path, body.suspension_id, body.action]);
  const session = new ThreadSession(server);
  await session.open('t');
  run.say(start('r'), { seq: 2, event_type: 'tool_call_ready', id: 'c', name: 'agent_run_b', arguments: {} });
  run.say({ ...start('d'), delegate }, { ...finish('d', 2, 'suspended'), delegate });
  await until(() => session.suspensions.length === 1);
  await session.decide(asked, { action: 'resume' });
  assert.deepEqual(posts, [['runs/d/decision', 's', 'resume']]);
  assert.deepEqual([session.suspensions, session.status], [[], 'running']);
  const reads = server.requests.filter((each) => each.includes('events/stream')).length;
  run.say({ seq: 3, event_type: 'text_delta', message_id: 'm', delta: 'Hi' });
  await until(() => session.run.entries.length === 2);
  assert.equal(server.requests.filter((each) => each.includes('events/stream')).length, reads);
  session.close();
});
