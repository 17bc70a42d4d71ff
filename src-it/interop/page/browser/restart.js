// node restart.js: reads an answer on the chat page while the server is killed and restarted. Prints `loaded`, and sends
// the message after a line on stdin; prints `streaming` when the server may be killed.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { answers, ask, browsing, composer, lastText, until, visit } from './harness.js';

const at = browsing();
const PATIENCE_MS = 240_000;

// Flow: server restart during streaming
test('an answer continues after its server was killed and restarted', async (t) => {
  const page = await visit(t, at, { allowed: [/status of (404|50\d)/, /ERR_/] });
  await composer(page).waitFor();
  console.log('loaded');
  await once(process.stdin, 'data');
  process.stdin.pause();
  await ask(page, 'slower', 'Go on');
  await until('the first words', async () => (await answers(page).count()) > 0 && (await lastText(page)).includes('word3'));
  console.log('streaming');
  await until('the whole answer', async () => (await lastText(page)).endsWith('word60'), PATIENCE_MS);
  assert.match(await lastText(page), /^word1 word2 .* word60$/);
  assert.equal(await page.getByRole('article', { name: 'You said' }).count(), 1);
  assert.equal(await page.getByText('Reconnecting…').count(), 0);
  console.log('the answer is whole');
});
