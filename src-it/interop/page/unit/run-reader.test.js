import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { test } from 'node:test';
import { ApiError } from '../../../../src/main/webapp/page/api/api.js';
import { readRun, sleep } from '../../../../src/main/webapp/page/api/run-reader.js';

const event = (seq, type, more = {}) => ({ seq, event_type: type, ...more });
const begin = event(1, 'run_start', { run_id: 'r' });
const finish = (seq) => event(seq, 'run_finish', { termination: { type: 'natural_end' } });
const frame = (data, name) => `${name ? `event: ${name}\n` : ''}id: c${data.seq ?? 0}\ndata: ${JSON.stringify(data)}\n\n`;
const stream = (...texts) => new Response(texts.join(''), { headers: { 'Content-Type': 'text/event-stream' } });

/** Reads a run from responses, one per connection; an Error is thrown instead. */
async function readAll(answers, more = {}) {
  const outcome = { events: [], resets: [], cursors: [], pauses: 0, links: [] };
  const api = {
    open: async (method, path, body, { headers }) => {
      outcome.path = path;
      outcome.cursors.push(headers['Last-Event-ID'] ?? '');
      const answer = answers.shift();
      if (answer instanceof Error) {
        throw answer;
      }
      return answer;
    },
  };
  outcome.end = await readRun({
    api,
    runId: 'r',
    signal: new AbortController().signal,
    onEvent: (each) => outcome.events.push(each.seq),
    onReset: (cursor) => outcome.resets.push(cursor),
    onLink: (connected) => outcome.links.push(connected),
    pause: async () => outcome.pauses++,
    ...more,
  });
  return outcome;
}

test('a run is read to its end', async () => {
  const outcome = await readAll([stream(frame(begin), ': still here\n\n', frame(finish(2)))]);
  assert.deepEqual([outcome.end, outcome.events, outcome.pauses, outcome.path], ['finished', [1, 2], 0, 'runs/r/events/stream?delegates=true']);
});

test('after a broken connection, the next one continues after the last event', async () => {
  const outcome = await readAll([stream(frame(begin), frame(event(2, 'step_start')).slice(0, -2)), stream(frame(event(2, 'step_start'))), stream(frame(finish(3)))]);
  assert.deepEqual([outcome.cursors, outcome.events], [['', 'c1', 'c2'], [1, 2, 3]]);
});

test('an unavailable server is retried with pauses', async () => {
  const outcome = await readAll([stream(frame(begin)), new TypeError('fetch failed'), new ApiError(503, {}), new ApiError(429, {}, 3), stream(frame(finish(2)))]);
  assert.deepEqual([outcome.events, outcome.pauses, outcome.links.includes(false), outcome.links.at(-1)], [[1, 2], 3, true, true]);
});

test('a server that has not deployed the application yet is retried', async () => {
  const outcome = await readAll([stream(frame(begin)), new ApiError(404, {}), stream(frame(finish(2)))]);
  assert.deepEqual([outcome.events, outcome.pauses, outcome.end], [[1, 2], 1, 'finished']);
});

test('permanent errors are thrown', async () => {
  for (const status of [400, 403, 404, 410]) {
    await assert.rejects(readAll([new ApiError(status, { code: 'no' })]), { status });
  }
});

test('204 means that the run has ended or is suspended', async () => {
  assert.equal((await readAll([new Response(null, { status: 204 })], { cursor: 'c9' })).end, 'rested');
});

for (const name of ['reconnect', 'resync']) {
  test(`after ${name}, the reader reconnects at its cursor without a pause`, async () => {
    const outcome = await readAll([stream(frame(begin), frame({ cursor: 'c7' }, name)), stream(frame(finish(8)))]);
    assert.deepEqual([outcome.cursors, outcome.pauses], [['', 'c7'], 0]);
  });
}

test('a reset is reported, and reading continues', async () => {
  const outcome = await readAll([stream(frame(begin), frame(event(2, 'text_delta')), frame({ event_type: 'reset', cursor: 'c1' }), frame(finish(2)))]);
  assert.deepEqual([outcome.resets, outcome.events, outcome.end], [['c1'], [1, 2, 2], 'finished']);
});

test('a stream that ends before run_start is lost', async () => {
  assert.equal((await readAll([], { runId: '', first: stream(': hello\n\n') })).end, 'lost');
});

test('the run id comes from the stream that started the run', async () => {
  const outcome = await readAll([stream(frame(finish(2)))], { runId: '', first: stream(frame(begin)) });
  assert.deepEqual([outcome.path, outcome.end], ['runs/r/events/stream?delegates=true', 'finished']);
});

test('a silent connection times out and is replaced', async () => {
  const silent = new Response(new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(frame(begin))) }));
  const outcome = await readAll([silent, stream(frame(finish(2)))], { silence: 20 });
  assert.deepEqual([outcome.events, outcome.end], [[1, 2], 'finished']);
});

test('a wait leaves no listener on its signal, and ends at once when the signal has aborted', async () => {
  const life = new AbortController();
  await sleep(1, life.signal);
  assert.deepEqual(getEventListeners(life.signal, 'abort'), []);
  life.abort();
  await sleep(1_000_000, life.signal);
});

test('the end of a delegate does not end the run, and its reset is about it', async () => {
  const delegate = { agent_id: 'b', parent_run_id: 'r', tool_call_id: 'c', depth: 1 };
  const below = { ...event(1, 'run_finish', { run_id: 'd', termination: { type: 'natural_end' } }), delegate };
  const reset = { event_type: 'reset', run_id: 'd', seq: 0, cursor: 'c1', delegate };
  const resets = [];
  const outcome = await readAll([stream(frame(begin), frame(below), frame(reset), frame(finish(2)))], {
    onReset: (cursor, of) => resets.push([cursor, of.run_id, of.seq]),
  });
  assert.deepEqual([outcome.end, outcome.events, resets], ['finished', [1, 1, 2], [['c1', 'd', 0]]]);
});
