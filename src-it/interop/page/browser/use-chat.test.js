import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { serve } from '../../ai-sdk/page.mjs';
import { browsing, visit } from './harness.js';
import { AGENTS, hold } from './model.js';

/** An origin other than the server's that CORS allows. */
const ORIGIN = process.env.PAGE_OTHER_ORIGIN;
const [QUESTION, COUNTED] = AGENTS.default.script.turns.map((turn) => turn.text);

const at = browsing();
let pages;
before(async () => {
  pages = await serve(new URL(ORIGIN).port);
});
after(() => pages?.close());

/** Opens the guide's page with a version of the AI SDK. It requests a conversation that does not exist yet, hence the 404. */
const open = (t, version, { origin = ORIGIN, allowed = [], ...options } = {}) =>
  visit(t, at, { address: (home) => `${origin}${pages.add(version, `${home}v1/ai-sdk/chat`)}`, allowed: [/status of 404/, ...allowed], ...options });

const button = (page, name) => page.getByRole('button', { name, exact: true });
const says = (page, ...texts) => texts.reduce((found, text) => found.filter({ hasText: text }), page.locator('p')).first();

/** The role and texts of each message. */
const messagesOf = (page) =>
  page.locator('main > div').evaluateAll((all) => all.map((each) => [...each.children].filter((part) => !/^(tool-|dynamic-tool)/.test(part.innerText)).map((part) => part.innerText)));
/** The messages when the answer has reached a word. */
const upTo = (question, word) => [
  ['user', question],
  ['assistant', QUESTION, COUNTED.slice(0, COUNTED.indexOf(` ${word}`) + word.length + 1)],
];
const whole = (question) => [
  ['user', question],
  ['assistant', QUESTION, COUNTED],
];

async function ask(page, question) {
  await page.getByRole('textbox').fill(question);
  await page.getByRole('textbox').press('Enter');
  await says(page, 'approval-requested').waitFor();
}

async function answered(page) {
  await says(page, COUNTED.slice(-20)).waitFor();
  await button(page, 'Stop').waitFor({ state: 'detached' });
}

for (const version of ['6', '7']) {
  test(`useChat ${version}: an answer streams, is suspended, and continues after an approval`, async (t) => {
    const page = await open(t, version);
    const question = `What is 6 * 7, useChat ${version}?`;
    const proceed = hold(t, question, 'five', 'nine');
    await ask(page, question);
    assert.deepEqual(await messagesOf(page), [['user', question], ['assistant', QUESTION]]);
    await button(page, 'Yes').click();
    await says(page, 'output-available', '42').waitFor();
    for (const word of ['five', 'nine']) {
      await says(page, word).waitFor();
      assert.deepEqual(await messagesOf(page), upTo(question, word));
      assert.ok(await button(page, 'Stop').isVisible());
      proceed();
    }
    await answered(page);
    assert.deepEqual(await messagesOf(page), whole(question));
  });

  test(`useChat ${version}: a call is denied`, async (t) => {
    const page = await open(t, version);
    await ask(page, `May I not, useChat ${version}?`);
    await button(page, 'No').click();
    await says(page, 'output-denied').waitFor();
    await says(page, 'five').waitFor();
    assert.equal(await says(page, 'output-available').count(), 0);
  });

  test(`useChat ${version}: a page that is reloaded during an answer continues to read it`, async (t) => {
    const page = await open(t, version);
    const question = `Reloaded twice, useChat ${version}?`;
    const proceed = hold(t, question, 'five', 'nine');
    await ask(page, question);
    await page.reload();
    await button(page, 'Yes').click();
    await says(page, 'five').waitFor();
    await page.reload();
    await button(page, 'Stop').waitFor();
    await says(page, 'five').waitFor();
    proceed();
    await says(page, 'nine').waitFor();
    assert.deepEqual(await messagesOf(page), upTo(question, 'nine'));
    proceed();
    await answered(page);
    assert.deepEqual(await messagesOf(page), whole(question));
    await page.reload();
    await answered(page);
    assert.deepEqual(await messagesOf(page), whole(question));
  });

  test(`useChat ${version}: an answer is stopped, and its text stays`, async (t) => {
    const page = await open(t, version);
    const question = `Until I stop you, useChat ${version}?`;
    hold(t, question, 'five');
    await ask(page, question);
    await button(page, 'Yes').click();
    await says(page, 'five').waitFor();
    await button(page, 'Stop').click();
    await button(page, 'Stop').waitFor({ state: 'detached' });
    assert.deepEqual(await messagesOf(page), upTo(question, 'five'));
  });

  test(`useChat ${version}: a second tab follows the answer, and the first tab's late decision is rejected`, async (t) => {
    const first = await open(t, version, { allowed: [/status of 409/] });
    const question = `In two tabs, useChat ${version}?`;
    const proceed = hold(t, question, 'five');
    await ask(first, question);
    const second = await visit(t, at, { beside: first, address: () => first.url() });
    await button(second, 'Yes').click();
    await says(second, 'five').waitFor();
    await button(first, 'No').click();
    await says(first, 'suspension_closed').waitFor();
    await button(first, 'Read on').click();
    await says(first, 'five').waitFor();
    assert.deepEqual(await messagesOf(first), upTo(question, 'five'));
    proceed();
    await Promise.all([answered(first), answered(second)]);
    assert.deepEqual(await messagesOf(second), whole(question));
    assert.deepEqual(await messagesOf(first), whole(question));
  });
}

test('CORS blocks a page of an origin that is not allowed', async (t) => {
  const page = await open(t, '6', { origin: ORIGIN.replace('localhost', '127.0.0.1'), allowed: [/blocked by CORS policy/, /ERR_FAILED/, /Failed to fetch/] });
  const refused = page.waitForEvent('console', (message) => message.text().includes('blocked by CORS policy'));
  await Promise.all([refused, page.reload()]);
  assert.equal(await page.locator('main').count(), 0);
});
