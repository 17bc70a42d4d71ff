import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRun } from '../../../../src/main/webapp/page/api/run-reader.js';
import { RunView } from '../../../../src/main/webapp/page/model/run-view.js';

const pending = { tool_name: 'pay', status: 'pending', suspension: { resume_mode: 'replay_tool_call', pending: { id: 'c2', name: 'pay' } } };
const said = { id: 'u2', role: 'user', content: [{ type: 'text', text: 'And Zurich?' }], metadata: { run_id: 'r' } };

/** A run with every kind of event that a view shows: a restarted answer, a cancelled call, a suspension and its decision. */
const RUN = [
  { event_type: 'run_start', thread_id: 't', run_id: 'r' },
  { event_type: 'step_start', message_id: 'm1' },
  { event_type: 'reasoning_delta', delta: 'Hm, ' },
  { event_type: 'tool_call_start', id: 'c0', name: 'pay' },
  { event_type: 'stream_reset', message_id: 'm1' },
  { event_type: 'reasoning_delta', delta: 'I ' },
  { event_type: 'reasoning_delta', delta: 'see.' },
  { event_type: 'text_delta', message_id: 'm1', delta: 'Let me ' },
  { event_type: 'tool_call_start', id: 'c9', name: 'pay' },
  { event_type: 'tool_call_cancel', id: 'c9' },
  { event_type: 'text_delta', message_id: 'm1', delta: 'look.' },
  { event_type: 'tool_call_start', id: 'c1', name: 'calculate' },
  { event_type: 'tool_call_delta', id: 'c1', args_delta: '{"expression":' },
  { event_type: 'tool_call_delta', id: 'c1', args_delta: '"6 * 7"}' },
  { event_type: 'inference_complete', model: 'm', usage: { prompt_tokens: 10, completion_tokens: 3 }, duration_ms: 1 },
  { event_type: 'tool_call_ready', id: 'c1', name: 'calculate', arguments: { expression: '6 * 7' } },
  { event_type: 'tool_call_ready', id: 'c2', name: 'pay', arguments: { amount: 5 } },
  { event_type: 'activity_snapshot', message_id: 'a1', activity_type: 'tool-call-progress', content: { call_id: 'c1', progress: 0.2 }, replace: true },
  { event_type: 'activity_delta', message_id: 'a1', activity_type: 'tool-call-progress', patch: [{ op: 'replace', path: '/progress', value: 0.8 }] },
  { event_type: 'tool_call_stream_delta', id: 'c1', name: 'calculate', delta: 'six ' },
  { event_type: 'tool_call_stream_delta', id: 'c1', name: 'calculate', delta: 'times' },
  { event_type: 'tool_call_done', id: 'c1', message_id: 'm2', outcome: 'succeeded', result: { status: 'success', data: 42 } },
  { event_type: 'tool_call_done', id: 'c2', message_id: 'm3', outcome: 'suspended', result: pending },
  { event_type: 'run_finish', thread_id: 't', run_id: 'r', termination: { type: 'suspended' } },
  { event_type: 'tool_call_resumed', target_id: 'c2' },
  { event_type: 'tool_call_done', id: 'c2', message_id: 'm3', outcome: 'cancelled', result: { status: 'error', message: 'no', code: 'cancelled' } },
  { event_type: 'step_end' },
  { event_type: 'messages_snapshot', messages: [said], partial: false },
  { event_type: 'activity_snapshot', message_id: 'a2', activity_type: 'plan', content: { steps: 1 }, replace: true },
  { event_type: 'activity_delta', message_id: 'a2', activity_type: 'plan', patch: [{ op: 'add', path: '/done', value: true }] },
  { event_type: 'step_start', message_id: 'm4' },
  { event_type: 'text_delta', message_id: 'm4', delta: 'It is ' },
  { event_type: 'text_delta', message_id: 'm4', delta: '42.' },
  { event_type: 'inference_complete', model: 'm', usage: { prompt_tokens: 20, completion_tokens: 6 }, duration_ms: 1 },
  { event_type: 'step_end' },
  { event_type: 'run_finish', thread_id: 't', run_id: 'r', termination: { type: 'natural_end' } },
].map((event, at) => ({ seq: at + 1, timestamp: `2026-11-23T10:00:${String(at).padStart(2, '0')}Z`, ...event }));

const frame = (event) => `id: c${event.seq}\ndata: ${JSON.stringify(event)}\n\n`;
const eventsAfter = (cursor) => RUN.slice(cursor ? Number(cursor.slice(1)) : 0);

/**
 * Reads the run to its end and returns what the page shows.
 *
 * @param {(events: object[]) => string} [first] the body of the first connection; all others send the events after their cursor
 */
async function shown(first, view = new RunView('')) {
  let connection = first;
  const open = async (method, path, body, { headers }) => {
    const events = eventsAfter(headers['Last-Event-ID']);
    const text = connection ? connection(events) : events.map(frame).join('');
    connection = undefined;
    return events.length > 0 ? new Response(text) : new Response(null, { status: 204 });
  };
  const more = { signal: new AbortController().signal, onLink() {}, async pause() {} };
  let end;
  do {
    const handlers = { onEvent: (event) => view.add(event), onReset: (cursor) => view.reset(cursor) };
    end = await readRun({ api: { open }, runId: 'r', cursor: view.cursor, ...handlers, ...more });
  } while (end !== 'rested');
  const { entries, status, model, inputTokens, outputTokens, startedAt, endedAt, cursor, events } = view;
  return structuredClone({ entries, status, model, inputTokens, outputTokens, startedAt, endedAt, cursor, events });
}

const uninterrupted = await shown();

test('the sample run covers every kind of entry', () => {
  const types = uninterrupted.entries.map((entry) => entry.type);
  assert.deepEqual(types, ['reasoning', 'text', 'tool', 'tool', 'user', 'activity', 'text']);
  assert.deepEqual([uninterrupted.status, uninterrupted.outputTokens, uninterrupted.events.length], ['done', 9, RUN.length]);
});

for (let at = 0; at <= RUN.length; at++) {
  const after = at === 0 ? 'before the first event' : `after event ${at}, ${RUN[at - 1].event_type}`;

  test(`a connection that breaks ${after} does not change the result`, async () => {
    assert.deepEqual(await shown((events) => events.slice(0, at).map(frame).join('')), uninterrupted);
  });

  test(`a connection that breaks within the frame ${after} does not change the result`, async () => {
    const half = at < RUN.length ? frame(RUN[at]).slice(0, -2) : '';
    assert.deepEqual(await shown((events) => events.slice(0, at).map(frame).join('') + half), uninterrupted);
  });

  test(`events that the server repeats ${after} do not change the result`, async () => {
    const view = new RunView('');
    RUN.slice(0, at).forEach((event) => view.add({ ...event, cursor: `c${event.seq}` }));
    assert.deepEqual(await shown(() => RUN.map(frame).join(''), view), uninterrupted);
  });

  test(`uncommitted events ${after} are discarded`, async () => {
    const lost = [
      { event_type: 'text_delta', message_id: 'm1', delta: 'lost' },
      { event_type: 'tool_call_ready', id: 'lost', name: 'pay', arguments: {} },
      { event_type: 'inference_complete', model: 'lost', usage: { prompt_tokens: 5, completion_tokens: 5 }, duration_ms: 1 },
    ].map((event, i) => ({ seq: at + 1 + i, timestamp: '2026-11-23T10:01:00Z', ...event }));
    const reset = frame({ seq: at, event_type: 'reset', cursor: at === 0 ? '' : `c${at}` });
    const first = (events) => [...events.slice(0, at), ...lost].map(frame).join('') + reset;
    assert.deepEqual(await shown(first), uninterrupted);
  });
}
