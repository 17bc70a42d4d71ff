import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entriesOf } from '../../../../src/main/webapp/page/model/history.js';

const said = (id, text, run) => ({ id, role: 'user', content: [{ type: 'text', text }], metadata: { run_id: run } });
const answer = (id, run, content, calls) => ({ id, role: 'assistant', content, tool_calls: calls, metadata: { run_id: run } });
const result = (id, run, call, value) => ({ id, role: 'tool', tool_call_id: call, content: [{ type: 'text', text: value }], metadata: { run_id: run } });
const call = { id: 'c', name: 'calculate', arguments: { expression: '6 * 7' } };
const types = (entries) => entries.map((entry) => entry.type);

test('a stored answer has the same entries as its events', () => {
  const entries = entriesOf([
    said('u', 'What is 6 * 7?', 'r'),
    answer('a', 'r', [{ type: 'thinking', thinking: 'Hm.' }, { type: 'text', text: 'Let me see.' }], [call]),
    result('t', 'r', 'c', '42'),
    answer('b', 'r', [{ type: 'text', text: 'It is 42.' }]),
  ]);
  assert.deepEqual(types(entries), ['user', 'reasoning', 'text', 'tool', 'text']);
  assert.deepEqual([entries[3].state, entries[3].args, entries[3].result.data], ['done', call.arguments, 42]);
});

const results = [
  ['a text', 'fine', 'done', 'fine'],
  ['an object', '{"celsius": 14}', 'done', { celsius: 14 }],
  ['an error', '{"error": "no such city", "code": "unknown"}', 'failed', undefined],
  ['a denial', '{"error": "not now", "code": "cancelled"}', 'denied', undefined],
];
for (const [what, text, state, data] of results) {
  test(`a stored result is ${what}`, () => {
    const [tool] = entriesOf([answer('a', 'r', [], [call]), result('t', 'r', 'c', text)]);
    assert.deepEqual([tool.state, tool.result.data], [state, data]);
  });
}

test('of the live run, only the user messages before its answer are included', () => {
  const messages = [said('u1', 'Hello', 'old'), answer('a1', 'old', [{ type: 'text', text: 'Hi' }]), said('u2', 'Go', 'live'), answer('a2', 'live', [{ type: 'text', text: 'I' }]), said('u3', 'Faster', 'live')];
  assert.deepEqual(entriesOf(messages, { liveRun: 'live' }).map((entry) => entry.messageId), ['u1', 'a1', 'u2']);
});

test('a run that ended abnormally has a closing entry', () => {
  const runs = [
    { run_id: 'a', status: 'done', termination_reason: { type: 'cancelled' } },
    { run_id: 'b', status: 'done', termination_reason: { type: 'error', value: 'rate_limited' } },
    { run_id: 'c', status: 'done', termination_reason: { type: 'natural_end' } },
  ];
  const messages = [said('1', 'x', 'a'), said('2', 'y', 'b'), said('3', 'z', 'c')];
  assert.deepEqual(types(entriesOf(messages, { runs })), ['user', 'notice', 'user', 'error', 'user']);
});

test('messages without a run, empty texts and results without a call are tolerated', () => {
  const entries = entriesOf([{ id: 'x', role: 'user', content: [] }, answer('a', undefined, [{ type: 'text', text: ' ' }]), result('t', 'r', 'gone', '1'), { id: 's', role: 'system', content: [] }]);
  assert.deepEqual(types(entries), ['user']);
});

test('media and sources become entries with unique keys', () => {
  const block = { type: 'image', media_type: 'image/png', data: 'iVBORw0KGgo=' };
  const entries = entriesOf([answer('a', 'r', [block, { type: 'source', url: 'https://a.example' }], [call, { ...call, id: 'd' }])]);
  assert.deepEqual(types(entries), ['media', 'media', 'tool', 'tool']);
  assert.equal(new Set(entries.map((entry) => entry.key)).size, 4);
});
