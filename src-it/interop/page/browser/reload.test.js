import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, answers, ask, browsing, composer, gatewayOf, lastText, stopButton, until, visit } from './harness.js';
import { AGENTS, hold } from './model.js';

const at = browsing();
const WHOLE = AGENTS.writer.script.turns[0].text.replaceAll('**', '').replace(/\s+/g, ' ');

const shows = (page, word) => until(`the word ${word}`, async () => (await answers(page).count()) > 0 && (await lastText(page)).includes(word));

// Flow: reload during streaming
test('a page that is reloaded during an answer continues to read it', async (t) => {
  const page = await visit(t, at);
  const proceed = hold(t, 'Count', 'five', 'twelve');
  await ask(page, 'writer', 'Count');
  await shows(page, 'five');
  await page.reload();
  // The answer is still running.
  await stopButton(page).waitFor();
  await shows(page, 'five');
  proceed();
  await shows(page, 'twelve');
  await stopButton(page).waitFor();
  proceed();
  await answered(page);
  assert.equal(await lastText(page), WHOLE);
  assert.equal(await page.getByRole('article', { name: 'You said' }).count(), 1);
});

test('the page reconnects after a broken connection without duplicates', async (t) => {
  const page = await visit(t, at, { allowed: [/status of 503/, /ERR_/] });
  const proceed = hold(t, 'Count on', 'four', 'nine');
  await ask(page, 'writer', 'Count on');
  await shows(page, 'four');
  gatewayOf(page).refuse(true);
  await page.getByText('Reconnecting…').waitFor();
  proceed();
  gatewayOf(page).refuse(false);
  await shows(page, 'nine');
  proceed();
  await answered(page);
  assert.equal(await lastText(page), WHOLE);
  assert.equal(await page.getByText('Reconnecting…').count(), 0);
});

test('a finished conversation looks the same after a reload', async (t) => {
  const page = await visit(t, at);
  await ask(page, 'forecaster', 'Again');
  await answered(page);
  const before = await answers(page).last().locator('markdown-text').allInnerTexts();
  await page.reload();
  await answered(page);
  assert.deepEqual(await answers(page).last().locator('markdown-text').allInnerTexts(), before);
  assert.equal(await page.locator('tool-call').count(), 1);
});

// Flow: cancel
for (const [how, stop] of [
  ['with the button', (page) => stopButton(page).click()],
  ['with Escape', (page) => page.keyboard.press('Escape')],
]) {
  test(`an answer is stopped ${how}, and its text stays`, async (t) => {
    const page = await visit(t, at);
    const question = `Count until I stop you ${how}`;
    hold(t, question, 'six');
    await ask(page, 'writer', question);
    await shows(page, 'six');
    await stop(page);
    await page.getByText('Stopped.').waitFor();
    await answered(page);
    const text = await lastText(page);
    assert.equal(text, 'one two three four five six');
    assert.ok(await composer(page).evaluate((each) => each.matches(':focus')) || how.includes('button'));
    await page.reload();
    await page.getByText('Stopped.').waitFor();
    assert.equal(await lastText(page), text);
  });
}

test('a queued message is sent after the current answer', async (t) => {
  const page = await visit(t, at);
  const proceed = hold(t, 'Count first', 'three');
  await ask(page, 'writer', 'Count first');
  await shows(page, 'three');
  await composer(page).fill('Then this');
  await page.getByLabel('How to send this message').selectOption('queue');
  await composer(page).press('Enter');
  await page.getByRole('article', { name: 'You said' }).getByText('Then this').waitFor();
  assert.equal(await answers(page).count(), 1);
  proceed();
  await until('both answers', async () => (await answers(page).count()) === 2 && (await lastText(page)) === WHOLE);
  const order = await page.getByRole('article').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
  assert.deepEqual(order, ['You said', 'Answer', 'You said', 'Answer']);
});

test('an interrupting message stops the current answer', async (t) => {
  const page = await visit(t, at);
  hold(t, 'Count slowly', 'three');
  await ask(page, 'writer', 'Count slowly');
  await shows(page, 'three');
  await composer(page).fill('No, start over');
  await page.getByLabel('How to send this message').selectOption('interrupt');
  await composer(page).press('Enter');
  await page.getByText('Stopped.').waitFor();
  await until('the other answer', async () => (await answers(page).count()) === 2 && (await lastText(page)) === WHOLE);
});

test('a steering message is shown where the agent received it', async (t) => {
  const page = await visit(t, at);
  const proceed = hold(t, 'Count, please', 'three');
  await ask(page, 'writer', 'Count, please');
  await shows(page, 'three');
  await composer(page).fill('A bit more');
  await page.getByLabel('How to send this message').selectOption('steer');
  await composer(page).press('Enter');
  await page.getByRole('article', { name: 'You said' }).getByText('A bit more').waitFor();
  proceed();
  await until('the answer continues', async () => (await answers(page).count()) === 2 && (await lastText(page)).length > 0);
  await answered(page);
  const order = () => page.getByRole('article').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
  assert.deepEqual(await order(), ['You said', 'Answer', 'You said', 'Answer']);
  assert.equal(await page.locator('.pending').count(), 0);
  await page.reload();
  await answered(page);
  assert.deepEqual(await order(), ['You said', 'Answer', 'You said', 'Answer']);
});
