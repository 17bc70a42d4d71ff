// node restart.js: reads an answer on the chat page while its server is killed and started again. Says `loaded` and asks
// when it is given a line; says `streaming` when the server may be killed.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { answers, ask, browsing, composer, lastText, until, visit } from './harness.js';

const at = browsing();
const PATIENCE_MS = 240_000;

// Flow: server restart during streaming
test('an answer whose server was killed goes on when the server is back', async (t) => {
  const page = await visit(t, at, { allowed: [/status of (404|50\d)/, /ERR_/] });
  await composer(page).waitFor();
  console.log('loaded');
  await once(process.stdin, 'data');
  process.stdin.pause();
  await ask(page, 'slower', 'Go on');
  await until('some words', async () => (await answers(page).count()) > 0 && (await lastText(page)).includes('word3'));
  console.log('streaming');
  await until('the whole answer', async () => (await lastText(page)).endsWith('word60'), PATIENCE_MS);
  assert.match(await lastText(page), /^word1 word2 .* word60$/);
  assert.equal(await page.getByRole('article', { name: 'You said' }).count(), 1);
  assert.equal(await page.getByText('Reconnecting…').count(), 0);
  console.log('the answer is whole');
});
