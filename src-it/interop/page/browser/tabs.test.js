import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, answers, ask, browsing, composer, lastText, until, visit } from './harness.js';
import { hold } from './model.js';

const at = browsing();

/** Opens the same new conversation in two tabs of one user. */
async function two(t, agent, text) {
  const first = await visit(t, at);
  await ask(first, agent, text);
  await answers(first).first().waitFor();
  const second = await visit(t, at, { beside: first });
  await second.evaluate((hash) => (location.hash = hash), await first.evaluate(() => location.hash));
  return [first, second];
}

// Flow: second tab
test('a second tab follows the answer to a message of the first', async (t) => {
  const proceed = hold(t, 'Count for both', 'nine', 'eleven');
  const [first, second] = await two(t, 'writer', 'Count for both');
  const both = (word) => until(`${word} in both`, async () => (await lastText(first)).endsWith(word) && (await answers(second).count()) > 0 && (await lastText(second)).endsWith(word));
  await both('nine');
  proceed();
  await both('eleven');
  proceed();
  await Promise.all([answered(first), answered(second)]);
  assert.equal(await lastText(second), await lastText(first));
  assert.equal(await second.getByRole('article', { name: 'You said' }).count(), 1);
});

test('a message sent in one tab appears in the other', async (t) => {
  const [first, second] = await two(t, 'painter', 'Look');
  await Promise.all([answered(first), answered(second)]);
  await composer(second).fill('Look once more');
  await composer(second).press('Enter');
  await first.getByRole('article', { name: 'You said' }).getByText('Look once more').waitFor();
  await until('the answer in both', async () => (await answers(first).count()) === 2 && (await answers(second).count()) === 2);
  await Promise.all([answered(first), answered(second)]);
});

test('a call approved in one tab continues in the other', async (t) => {
  const [first, second] = await two(t, 'bookkeeper', 'What is 6 * 7?');
  await Promise.all([first, second].map((page) => page.getByRole('button', { name: 'Approve' }).waitFor()));
  await second.getByRole('button', { name: 'Approve' }).click();
  await Promise.all([first, second].map((page) => answers(page).getByText('That is all I can say about it.').waitFor()));
  assert.equal(await first.locator('approval-card').count(), 0);
});
