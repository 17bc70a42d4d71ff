import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ago, brief, pretty, seconds, size } from '../../../../src/main/webapp/page/model/format.js';
import { shortened } from '../../../../src/main/webapp/page/model/sending.js';
import { gathered } from '../../../../src/main/webapp/page/model/gathered.js';

test('consecutive chunks share a row, every other event has its own', () => {
  const rows = gathered([
    { seq: 1, event_type: 'run_start' },
    { seq: 2, event_type: 'text_delta', delta: 'a' },
    { seq: 3, event_type: 'text_delta', delta: 'b' },
    { seq: 4, event_type: 'tool_call_delta', id: 'x', args_delta: '{' },
    { seq: 5, event_type: 'tool_call_delta', id: 'y', args_delta: '[' },
    { seq: 6, event_type: 'text_delta', delta: 'c' },
  ]);
  assert.deepEqual(rows.map((row) => [row.type, row.events.length, row.text]), [
    ['run_start', 1, undefined],
    ['text_delta', 2, 'ab'],
    ['tool_call_delta', 1, '{'],
    ['tool_call_delta', 1, '['],
    ['text_delta', 1, 'c'],
  ]);
});

test('sizes, times and values are formatted', () => {
  assert.deepEqual([size(10), size(2048), size(3 * 1024 * 1024)], ['10 B', '2 KiB', '3.0 MiB']);
  assert.deepEqual([ago(0, 30_000), ago(0, 300_000), ago(0, 7_200_000)], ['now', '5 min', '2 h']);
  assert.deepEqual([seconds('2026-11-23T10:00:00Z', '2026-11-23T10:00:01.5Z'), seconds(undefined, undefined)], ['1.5 s', '']);
  assert.deepEqual([brief({ a: 'x\n  y' }, 50), brief('abcdef', 4), brief(undefined)], ['{"a":"x\\n y"}', 'abc…', '']);
  assert.deepEqual([pretty('a'), pretty({ a: 1 })], ['a', '{\n  "a": 1\n}']);
});

test('a text is truncated between characters', () => {
  assert.equal(shortened('Hello, world', 5), 'Hello');
  assert.equal(shortened('ab🌤🌤', 5), 'ab🌤');
  assert.equal(shortened('a\u0000\u001bb', 10), 'a b');
  assert.equal(shortened('\ud83c', 10), '\ufffd');
});
