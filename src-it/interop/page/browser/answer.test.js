// The sample's channel and the page of one question; AnswerPageInterop starts them and runs this file alone.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SERVER, browsing, textOf, until, visit } from './harness.js';

const at = browsing();
const CHANNEL = process.env.PAGE_CHANNEL;
const button = (page, name) => page.getByRole('button', { name, exact: true });

const channel = () => fetch(CHANNEL).then((response) => response.text(), () => '');

/** Lets an agent ask; returns the link of the question's message, of which only its last part is the same through a gateway. */
async function ask() {
  const message = { role: 'user', content: 'What is 6 * 7?' };
  const begun = await fetch(`${SERVER}/v1/runs`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ agent_id: 'bookkeeper', background: true, messages: [message] }),
  });
  assert.equal(begun.status, 202);
  const [, link] = await until('the message about the question', async () => /<a href="[^"]*\/(page\/answer\.html#token=[^"]+)"/.exec(await channel()));
  return link;
}

const open = (t, link, allowed = []) => visit(t, at, { address: (home) => home + link, allowed });

test('approve works in the channel of the sample', async (t) => {
  await ask();
  const page = await visit(t, at, { address: () => CHANNEL });
  await button(page, 'Approve').click();
  await until('the answer in the channel', async () => (await channel()).includes('resume by ann'));
});

test('a link shows its question, and deny works there with a reason', async (t) => {
  const link = await ask();
  const page = await open(t, link);
  await page.getByRole('heading', { name: 'bookkeeper asks for anonymous' }).waitFor();
  assert.match(await textOf(page.locator('approval-card')), /Allow calculate to run\?[\s\S]*"expression": "6 \* 7"/);

  await button(page, 'Deny').click();
  await page.getByLabel('Reason (sent to the agent)').fill('not today');
  await button(page, 'Deny the call').click();

  await page.getByText('Denied by ann: not today').waitFor();
  await until('the answer in the channel', async () => (await channel()).includes('cancel by ann'));
  await page.reload();
  await page.getByText('Denied by ann: not today').waitFor();
  assert.equal(await button(page, 'Approve').count(), 0);
});

test('a page whose question was answered elsewhere says so', async (t) => {
  const link = await ask();
  const late = await open(t, link, [/status of 409/]);
  await button(late, 'Approve').waitFor();
  const first = await open(t, link);
  await button(first, 'Deny').click();
  await button(first, 'Deny the call').click();
  await first.getByText('Denied by ann').waitFor();

  await button(late, 'Approve').click();

  await late.getByText('Denied by ann').waitFor();
});

test('a link without its token says so', async (t) => {
  const page = await open(t, 'page/answer.html', [/status of 403/]);
  await page.getByRole('alert').getByText('invalid_token').waitFor();
});
