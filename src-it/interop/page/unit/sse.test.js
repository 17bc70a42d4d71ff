import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FrameParser, frames } from '../../../../src/main/webapp/page/api/sse.js';

const text = ': hello\n\nid: 1\ndata: {"a":1}\n\nevent: reconnect\r\nid: 2\r\ndata: x\r\ndata: y\r\n\r\nid: 3\rdata\r\r';
const expected = [
  { id: '1', event: 'message', data: '{"a":1}' },
  { id: '2', event: 'reconnect', data: 'x\ny' },
  { id: '3', event: 'message', data: '' },
];

test('frames are the same wherever the text is split', () => {
  for (let size = 1; size <= text.length; size++) {
    const parser = new FrameParser();
    const found = [];
    for (let at = 0; at < text.length; at += size) {
      found.push(...parser.push(text.slice(at, at + size)));
    }
    found.push(...parser.push('\n'));
    assert.deepEqual(found, expected, `chunks of ${size}`);
  }
});

test('a byte order mark, unknown fields and frames without data are skipped', () => {
  const parser = new FrameParser();
  assert.deepEqual(parser.push('\uFEFFretry: 5\n\nid: 7\n\nnonsense\ndata:a\n\n'), [{ id: '7', event: 'message', data: 'a' }]);
});

test('a frame without an id has the previous one, and an id with a null character is ignored', () => {
  const parser = new FrameParser();
  assert.deepEqual(parser.push('id: 1\ndata: a\n\nid: 2\0\ndata: b\n\n').map((frame) => frame.id), ['1', '1']);
});

test('a multi-byte character may be split', async () => {
  const bytes = new TextEncoder().encode('data: grüezi 🌤\n\n');
  const body = new ReadableStream({
    start(controller) {
      bytes.forEach((byte) => controller.enqueue(Uint8Array.of(byte)));
      controller.close();
    },
  });
  const found = [];
  for await (const frame of frames(body)) {
    found.push(frame.data);
  }
  assert.deepEqual(found, ['grüezi 🌤']);
});
