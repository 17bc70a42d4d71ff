import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RunView } from '../../../../src/main/webapp/page/model/run-view.js';

/** A view of these events, numbered from 1. */
function viewOf(...events) {
  const view = new RunView('');
  numbered(events).forEach((event) => view.add(event));
  return view;
}

function numbered(events) {
  return events.map((event, at) => ({ seq: at + 1, cursor: `c${at + 1}`, timestamp: '2026-11-23T10:00:00Z', ...event }));
}

const begin = { event_type: 'run_start', thread_id: 't', run_id: 'r' };
const text = (delta, id = 'm1') => ({ event_type: 'text_delta', message_id: id, delta });
const end = (termination) => ({ event_type: 'run_finish', thread_id: 't', run_id: 'r', termination });
const ready = { event_type: 'tool_call_ready', id: 'c', name: 'calculate', arguments: { expression: '6 * 7' } };
const done = (outcome, result) => ({ event_type: 'tool_call_done', id: 'c', message_id: 'm2', outcome, result });
const ticket = { resume_mode: 'replay_tool_call', pending: { id: 'c', name: 'calculate' } };
const ask = done('suspended', { tool_name: 'calculate', status: 'pending', suspension: ticket });

test('chunks of one message are one text, and the next message is another', () => {
  const view = viewOf(begin, text('Hel'), text('lo'), text('Again', 'm3'), end({ type: 'natural_end' }));
  assert.deepEqual(view.entries.map((entry) => [entry.type, entry.text]), [['text', 'Hello'], ['text', 'Again']]);
  assert.equal(view.status, 'done');
  assert.equal(view.runId, 'r');
});

test('a repeated event is ignored', () => {
  const view = viewOf(begin, text('a'));
  view.add({ ...text('a'), seq: 2 });
  assert.equal(view.entries[0].text, 'a');
  assert.equal(view.events.length, 2);
});

test('a call is updated from its first chunk to its result', () => {
  const view = viewOf(begin, { event_type: 'tool_call_start', id: 'c', name: 'calculate' }, { event_type: 'tool_call_delta', id: 'c', args_delta: '{"ex' });
  assert.deepEqual([view.entries[0].state, view.entries[0].argsText], ['preparing', '{"ex']);
  view.add({ ...ready, seq: 4 });
  assert.deepEqual([view.entries[0].state, view.entries[0].args], ['running', { expression: '6 * 7' }]);
  view.add({ event_type: 'tool_call_stream_delta', id: 'c', name: 'calculate', delta: 'hm', seq: 5 });
  view.add({ ...done('succeeded', { status: 'success', data: 42 }), seq: 6 });
  assert.deepEqual([view.entries[0].state, view.entries[0].result.data, view.entries[0].output], ['done', 42, 'hm']);
  assert.equal(view.entries.length, 1);
});

const start = (id) => ({ event_type: 'tool_call_start', id, name: 'calculate' });

test('a cancelled call is removed, and the text before it continues', () => {
  const view = viewOf(begin, text('Let me'), start('c'), { event_type: 'tool_call_cancel', id: 'c' }, text(' see.'));
  assert.deepEqual(view.entries.map((entry) => [entry.type, entry.text]), [['text', 'Let me see.']]);
});

test('a restarted answer discards reasoning and incomplete calls, but keeps text', () => {
  const step = { event_type: 'step_start', message_id: 'm1' };
  const thought = { event_type: 'reasoning_delta', delta: 'Hm' };
  const reset = { event_type: 'stream_reset', message_id: 'm1' };
  const before = viewOf(begin, thought, ready, step, text(' '), thought, start('d'), reset, text('Now.'));
  assert.deepEqual(before.entries.map((entry) => entry.type), ['reasoning', 'tool', 'text']);
  assert.equal(before.entries.at(-1).text, 'Now.');
  assert.equal(viewOf(begin, step, text('Said.'), reset).entries[0].text, 'Said.');
});

test('a suspended call has its ticket until it is resumed', () => {
  const view = viewOf(begin, ready, ask, end({ type: 'suspended' }));
  assert.deepEqual([view.status, view.entries[0].state, view.entries[0].ticket], ['waiting', 'waiting', ticket]);
  view.add({ event_type: 'tool_call_resumed', target_id: 'c', seq: 5 });
  assert.deepEqual([view.status, view.entries[0].state, view.entries[0].ticket], ['running', 'running', null]);
  view.add({ ...done('cancelled', { status: 'error', message: 'no', code: 'cancelled' }), seq: 6 });
  assert.equal(view.entries[0].state, 'denied');
});

test('a suspended run without further events is waiting', () => {
  const view = viewOf(begin, ready, ask, end({ type: 'suspended' }));
  view.status = 'running';
  assert.equal(view.settle(), true);
  assert.equal(view.status, 'waiting');
  const unknown = viewOf(begin, text('a'));
  assert.equal(unknown.settle(), false);
});

test('the progress of a tool belongs to its call', () => {
  const content = { call_id: 'c', tool_name: 'calculate', status: 'running', progress: 0.2 };
  const view = viewOf(
    begin,
    ready,
    { event_type: 'activity_snapshot', message_id: 'a', activity_type: 'tool-call-progress', content, replace: true },
    { event_type: 'activity_delta', message_id: 'a', activity_type: 'tool-call-progress', patch: [{ op: 'replace', path: '/progress', value: 0.8 }] },
  );
  assert.equal(view.entries.length, 1);
  assert.equal(view.entries[0].activity.content.progress, 0.8);
});

test('other activities are separate entries', () => {
  const view = viewOf(begin, { event_type: 'activity_snapshot', message_id: 'a', activity_type: 'plan', content: { steps: 1 }, replace: true });
  view.add({ event_type: 'activity_delta', message_id: 'a', activity_type: 'plan', patch: [{ op: 'add', path: '/done', value: true }], seq: 3 });
  assert.deepEqual(view.entries.map((entry) => [entry.type, entry.content]), [['activity', { steps: 1, done: true }]]);
});

test('a reset discards the events after its cursor', () => {
  const view = viewOf(begin, text('kept '), text('void'), ready);
  view.reset('c2');
  assert.deepEqual(view.entries.map((entry) => entry.text), ['kept ']);
  assert.equal(view.cursor, 'c2');
  view.add({ ...text('anew'), seq: 3, cursor: 'c3b' });
  assert.equal(view.entries[0].text, 'kept anew');
  const keys = view.entries.map((entry) => entry.key);
  assert.equal(new Set(keys).size, keys.length);
});

test('a message that another user adds to the run is shown once', () => {
  const message = { id: 'u2', role: 'user', content: [{ type: 'text', text: 'And Zurich?' }], metadata: { run_id: 'r' }, sender: 'ben' };
  const others = [{ ...message, id: 'u0', metadata: { run_id: 'earlier' } }, { ...message, id: 'u3', visibility: 'internal' }, { id: 'a', role: 'assistant', content: [], metadata: { run_id: 'r' } }];
  const snapshot = { event_type: 'messages_snapshot', messages: [...others, message], partial: false };
  const view = viewOf(begin, text('a'), snapshot, snapshot);
  assert.deepEqual(view.entries.map((entry) => [entry.type, entry.sender ?? '']), [['text', ''], ['user', 'ben']]);
  view.exclude(['u2']);
  assert.deepEqual(view.entries.map((entry) => entry.type), ['text']);
});

test('tokens of all model calls are summed', () => {
  const call = { event_type: 'inference_complete', model: 'm', usage: { prompt_tokens: 10, completion_tokens: 3 }, duration_ms: 1 };
  const view = viewOf(begin, call, { ...call, usage: undefined }, call);
  assert.deepEqual([view.model, view.inputTokens, view.outputTokens], ['m', 20, 6]);
});

const endings = [
  ['natural_end', { type: 'natural_end' }, []],
  ['cancelled', { type: 'cancelled' }, [['notice', 'Stopped.']]],
  ['a limit', { type: 'stopped', value: { code: 'max_rounds', detail: 'after 16 rounds' } }, [['notice', 'after 16 rounds']]],
  ['an error', { type: 'error', value: 'rate_limited' }, [['error', 'rate_limited']]],
  ['blocked', { type: 'blocked', value: 'no such tool' }, [['notice', 'no such tool']]],
];
for (const [what, termination, expected] of endings) {
  test(`the end of a run is shown: ${what}`, () => {
    const view = viewOf(begin, end(termination));
    assert.deepEqual(view.entries.map((entry) => [entry.type, entry.message]), expected);
    assert.equal(view.status, 'done');
  });
}

test('an error is shown once', () => {
  const view = viewOf(begin, { event_type: 'error', message: 'broken', code: 'x' }, end({ type: 'error', value: 'broken' }));
  assert.deepEqual(view.entries.map((entry) => entry.type), ['error']);
});

test('a call that was running when the run ended is marked as not run', () => {
  const view = viewOf(begin, ready, end({ type: 'cancelled' }));
  assert.equal(view.entries[0].state, 'denied');
});

test('unknown events of later versions are stored but not shown', () => {
  const view = viewOf(begin, { event_type: 'something_new', a: 1 });
  assert.deepEqual([view.entries.length, view.events.length], [0, 2]);
});

const called = { event_type: 'tool_call_ready', id: 'c', name: 'agent_run_b', arguments: { prompt: 'find it' } };
const below = (run, parent = 'r', call = 'c', depth = 1) => {
  let seq = 0;
  const delegate = { agent_id: 'b', parent_run_id: parent, tool_call_id: call, depth };
  return (event) => ({ ...event, seq: ++seq, run_id: run, cursor: `1-2~2:1-${seq}`, delegate });
};

test('what a delegate does is inside the call that started it', () => {
  const view = viewOf(begin, called);
  const of = below('d');
  [of({ event_type: 'run_start' }), of(text('Let me look.')), of(ready), of(done('succeeded', { status: 'success', data: 42 }))].forEach((event) => view.add(event));
  const run = view.entries[0].delegate;
  assert.deepEqual([view.entries.length, run.agentId, run.status], [1, 'b', 'running']);
  assert.deepEqual(run.entries.map((entry) => [entry.type, entry.text ?? entry.state]), [['text', 'Let me look.'], ['tool', 'done']]);
  view.add(of(end({ type: 'natural_end' })));
  assert.deepEqual([run.status, view.status, view.hasDelegate('d')], ['done', 'running', true]);
  view.add({ ...text('Thanks.'), seq: 3 });
  assert.equal(view.entries.at(-1).text, 'Thanks.');
});

test('a delegate of a delegate is inside its call, and repeated events are ignored', () => {
  const view = viewOf(begin, called);
  const of = below('d');
  const deep = below('e', 'd', 'k', 2);
  const events = [of({ event_type: 'run_start' }), of({ ...called, id: 'k' }), deep({ event_type: 'run_start' }), deep(text('Deep.'))];
  [...events, ...events].forEach((event) => view.add(event));
  assert.deepEqual(view.entries[0].delegate.entries[0].delegate.entries.map((entry) => entry.text), ['Deep.']);
});

test('a reset of the run keeps what delegates said, and a reset of a delegate what the run said', () => {
  const view = viewOf(begin, called, text('lost'));
  const of = below('d');
  const events = [of({ event_type: 'run_start' }), of(text('kept')), of(text(' gone'))];
  events.forEach((event) => view.add(event));
  view.reset('1-2-abc');
  assert.deepEqual(view.entries.map((entry) => entry.type), ['tool']);
  assert.equal(view.entries[0].delegate.entries[0].text, 'kept gone');
  view.reset('x', { run_id: 'd', seq: 2, delegate: events[0].delegate });
  assert.equal(view.entries[0].delegate.entries[0].text, 'kept');
});

test('the pause of a delegate is no pause of the run', () => {
  const view = viewOf(begin, called);
  const of = below('d');
  [of({ event_type: 'run_start' }), of(end({ type: 'suspended' }))].forEach((event) => view.add(event));
  assert.equal(view.settle(), false);
  assert.equal(view.entries[0].delegate.status, 'waiting');
});
