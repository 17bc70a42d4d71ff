import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../../../src/main/webapp/page/api/api.js';
import { readRun } from '../../../../src/main/webapp/page/api/run-reader.js';

const event = (seq, type, more = {}) => ({ seq, event_type: type, ...more });
const begin = event(1, 'run_start', { run_id: 'r' });
const finish = (seq) => event(seq, 'run_finish', { termination: { type: 'natural_end' } });
const frame = (data, name) => `${name ? `event: ${name}\n` : ''}id: c${data.seq ?? 0}\ndata: ${JSON.stringify(data)}\n\n`;
const stream = (...texts) => new Response(texts.join(''), { headers: { 'Content-Type': 'text/event-stream' } });

/** Reads a run from answers, one for each connection; an error is thrown. */
async function reading(answers, more = {}) {
  const told = { events: [], resets: [], cursors: [], pauses: 0, links: [] };
  const api = {
    open: async (method, path, body, { headers }) => {
      told.path = path;
      told.cursors.push(headers['Last-Event-ID'] ?? '');
      const answer = answers.shift();
      if (answer instanceof Error) {
        throw answer;
      }
      return answer;
    },
  };
  told.end = await readRun({
    api,
    runId: 'r',
    signal: new AbortController().signal,
    onEvent: (each) => told.events.push(each.seq),
    onReset: (cursor) => told.resets.push(cursor),
    onLink: (connected) => told.links.push(connected),
    pause: async () => told.pauses++,
    ...more,
  });
  return told;
}

test('a run is read to its end', async () => {
  const told = await reading([stream(frame(begin), ': still here\n\n', frame(finish(2)))]);
  assert.deepEqual([told.end, told.events, told.pauses, told.path], ['finished', [1, 2], 0, 'runs/r/events/stream']);
});

test('a connection that breaks is followed by another behind the last event', async () => {
  const told = await reading([stream(frame(begin), frame(event(2, 'step_start')).slice(0, -2)), stream(frame(event(2, 'step_start'))), stream(frame(finish(3)))]);
  assert.deepEqual([told.cursors, told.events], [['', 'c1', 'c2'], [1, 2, 3]]);
});

test('a server that is away is asked again, with pauses between', async () => {
  const told = await reading([stream(frame(begin)), new TypeError('fetch failed'), new ApiError(503, {}), new ApiError(429, {}, 3), stream(frame(finish(2)))]);
  assert.deepEqual([told.events, told.pauses, told.links.includes(false), told.links.at(-1)], [[1, 2], 3, true, true]);
});

test('a server that has not loaded the application yet is asked again', async () => {
  const told = await reading([stream(frame(begin)), new ApiError(404, {}), stream(frame(finish(2)))]);
  assert.deepEqual([told.events, told.pauses, told.end], [[1, 2], 1, 'finished']);
});

test('what is refused for good is told', async () => {
  for (const status of [400, 403, 404, 410]) {
    await assert.rejects(reading([new ApiError(status, { code: 'no' })]), { status });
  }
});

test('nothing follows: the run is over or waits', async () => {
  assert.equal((await reading([new Response(null, { status: 204 })], { cursor: 'c9' })).end, 'rested');
});

for (const name of ['reconnect', 'resync']) {
  test(`a server that says ${name} is asked again behind its cursor, at once`, async () => {
    const told = await reading([stream(frame(begin), frame({ cursor: 'c7' }, name)), stream(frame(finish(8)))]);
    assert.deepEqual([told.cursors, told.pauses], [['', 'c7'], 0]);
  });
}

test('a reset is told, and reading goes on', async () => {
  const told = await reading([stream(frame(begin), frame(event(2, 'text_delta')), frame({ event_type: 'reset', cursor: 'c1' }), frame(finish(2)))]);
  assert.deepEqual([told.resets, told.events, told.end], [['c1'], [1, 2, 2], 'finished']);
});

test('a stream that ends before it names its run is lost', async () => {
  assert.equal((await reading([], { runId: '', first: stream(': hello\n\n') })).end, 'lost');
});

test('the stream that began a run names it', async () => {
  const told = await reading([stream(frame(finish(2)))], { runId: '', first: stream(frame(begin)) });
  assert.deepEqual([told.path, told.end], ['runs/r/events/stream', 'finished']);
});

test('a server that is silent for too long is asked again', async () => {
  const silent = new Response(new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode(frame(begin))) }));
  const told = await reading([silent, stream(frame(finish(2)))], { silence: 20 });
  assert.deepEqual([told.events, told.end], [[1, 2], 'finished']);
});
