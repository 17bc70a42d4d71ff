import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { serve } from '../../ai-sdk/page.mjs';
import { browsing, until, visit } from './harness.js';

/** Another origin than the server's, whose pages may call it. */
const ORIGIN = process.env.PAGE_OTHER_ORIGIN;
const SCRIPTS = JSON.parse(readFileSync(new URL('../agents.json', import.meta.url)));
const [QUESTION, COUNTED] = SCRIPTS.default.script.turns.map((turn) => turn.text);

const at = browsing();
let pages;
before(async () => {
  pages = await serve(new URL(ORIGIN).port);
});
after(() => pages?.close());

/** The page of the guide in a tab, with a version of the AI SDK. It asks for a conversation that is not there yet. */
const open = (t, version, { origin = ORIGIN, allowed = [], ...options } = {}) =>
  visit(t, at, { address: (home) => `${origin}${pages.add(version, `${home}v1/ai-sdk/chat`)}`, allowed: [/status of 404/, ...allowed], ...options });

const button = (page, name) => page.getByRole('button', { name, exact: true });
const says = (page, ...texts) => texts.reduce((found, text) => found.filter({ hasText: text }), page.locator('p')).first();

/** What was said, by whom and how. */
const said = (page) =>
  page.locator('main > div').evaluateAll((all) => all.map((each) => [...each.children].filter((part) => !/^(tool-|dynamic-tool)/.test(part.innerText)).map((part) => part.innerText)));
const WHOLE = [
  ['user', 'What is 6 * 7?'],
  ['assistant', QUESTION, COUNTED],
];

async function ask(page) {
  await page.getByRole('textbox').fill('What is 6 * 7?');
  await page.getByRole('textbox').press('Enter');
  await says(page, 'approval-requested').waitFor();
}

async function answered(page) {
  await says(page, COUNTED.slice(-20)).waitFor();
  await button(page, 'Stop').waitFor({ state: 'detached' });
}

for (const version of ['6', '7']) {
  test(`useChat ${version}: an answer streams, asks, and goes on when it is approved`, async (t) => {
    const page = await open(t, version);
    await ask(page);
    assert.deepEqual(await said(page), [WHOLE[0], ['assistant', QUESTION]]);
    await button(page, 'Yes').click();
    await says(page, 'output-available', '42').waitFor();
    const early = await until('the first words', async () => (await said(page))[1][2]);
    await until('more words', async () => (await said(page))[1][2].length > early.length);
    assert.ok(await button(page, 'Stop').isVisible());
    await answered(page);
    assert.deepEqual(await said(page), WHOLE);
  });

  test(`useChat ${version}: a call is denied`, async (t) => {
    const page = await open(t, version);
    await ask(page);
    await button(page, 'No').click();
    await says(page, 'output-denied').waitFor();
    await says(page, 'five').waitFor();
    assert.equal(await says(page, 'output-available').count(), 0);
  });

  test(`useChat ${version}: a page that is reloaded in the midst of an answer reads on`, async (t) => {
    const page = await open(t, version);
    await ask(page);
    await page.reload();
    await button(page, 'Yes').click();
    await says(page, 'five').waitFor();
    await page.reload();
    await button(page, 'Stop').waitFor();
    await answered(page);
    assert.deepEqual(await said(page), WHOLE);
    await page.reload();
    await answered(page);
    assert.deepEqual(await said(page), WHOLE);
  });

  test(`useChat ${version}: an answer is stopped, and what it said stays`, async (t) => {
    const page = await open(t, version);
    await ask(page);
    await button(page, 'Yes').click();
    await says(page, 'five').waitFor();
    await button(page, 'Stop').click();
    await button(page, 'Stop').waitFor({ state: 'detached' });
    const [, [, , counted]] = await said(page);
    assert.ok(COUNTED.startsWith(counted) && counted.length < COUNTED.length, counted);
  });

  test(`useChat ${version}: a second tab follows the answer, and the first is told that it came too late`, async (t) => {
    const first = await open(t, version, { allowed: [/status of 409/] });
    await ask(first);
    const second = await visit(t, at, { beside: first, address: () => first.url() });
    await button(second, 'Yes').click();
    await says(second, 'five').waitFor();
    await button(first, 'No').click();
    await says(first, 'suspension_closed').waitFor();
    await button(first, 'Read on').click();
    await Promise.all([answered(first), answered(second)]);
    assert.deepEqual(await said(second), WHOLE);
    assert.deepEqual(await said(first), WHOLE);
  });
}

test('a page of an origin that may not call the server gets nothing from it', async (t) => {
  const page = await open(t, '6', { origin: ORIGIN.replace('localhost', '127.0.0.1'), allowed: [/blocked by CORS policy/, /ERR_FAILED/, /Failed to fetch/] });
  const refused = page.waitForEvent('console', (message) => message.text().includes('blocked by CORS policy'));
  await Promise.all([refused, page.reload()]);
  assert.equal(await page.locator('main').count(), 0);
});
