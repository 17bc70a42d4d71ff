import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, answers, ask, browsing, composer, lastText, textOf, until, visit } from './harness.js';
import { hold } from './model.js';

const at = browsing();

/** The focused element, through shadow roots: its accessible name, and whether its focus is visible. */
const focused = (page) =>
  page.evaluate(() => {
    let element = document.activeElement;
    while (element?.shadowRoot?.activeElement) {
      element = element.shadowRoot.activeElement;
    }
    const style = getComputedStyle(element);
    const label = element.getRootNode().querySelector?.(`label[for="${element.id}"]`)?.textContent;
    const name = (element.getAttribute('aria-label') ?? label ?? element.textContent).replace(/\s+/g, ' ').trim();
    const frame = element.closest('form');
    const seen = style.outlineStyle !== 'none' || (frame && getComputedStyle(frame).boxShadow !== 'none');
    return { name, tag: element.localName, seen: Boolean(seen) };
  });

async function tabTo(page, name, key = 'Shift+Tab') {
  const visited = [];
  for (let steps = 0; steps < 60; steps++) {
    await page.keyboard.press(key);
    const at = await focused(page);
    if (at.tag === 'body') {
      continue;
    }
    visited.push(at.name);
    assert.ok(at.seen, `the focus on ${at.name} is visible`);
    assert.notEqual(at.name, '', `${at.tag} has a name`);
    if (at.name.startsWith(name)) {
      return;
    }
  }
  assert.fail(`${name} was not reached: ${visited}`);
}

test('the page works by keyboard alone', async (t) => {
  const page = await visit(t, at);
  await composer(page).waitFor();
  await until('the composer is focused', async () => (await focused(page)).name === 'Message');

  await tabTo(page, 'Skip to message field', 'Tab');
  await page.keyboard.press('Enter');
  assert.equal((await focused(page)).name, 'Message');

  await tabTo(page, 'bookkeeper');
  await page.keyboard.press('Enter');
  assert.equal((await focused(page)).name, 'Message');
  await page.keyboard.type('What is');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('6 * 7?');
  assert.equal(await composer(page).inputValue(), 'What is\n6 * 7?');
  await page.keyboard.press('Enter');

  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await until('the announcement of the call', async () => /calculate is waiting for your decision/.test(await textOf(page.locator('#live'))));
  await tabTo(page, 'Approve');
  await page.keyboard.press('Enter');
  await answered(page);
  await until('the announcement of the end', async () => /That is all I can say about it\. The answer is complete\./.test(await textOf(page.locator('#live'))));

  await answers(page).last().waitFor();
  await tabTo(page, 'Events');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Run events' }).waitFor();
  await page.keyboard.press('Escape');
  assert.match((await focused(page)).name, /Events/);

  await tabTo(page, 'Dark theme');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), 'dark');
});

test('Escape that clears the search or ends an IME composition does not stop the answer', async (t) => {
  const page = await visit(t, at);
  const proceed = hold(t, 'Count while I search', 'four');
  await ask(page, 'writer', 'Count while I search');
  await until('the first words', async () => (await answers(page).count()) > 0 && (await lastText(page)).endsWith('four'));
  const search = page.getByRole('searchbox', { name: 'Search conversations' });
  await search.fill('walk');
  await search.press('Escape');
  assert.equal(await search.inputValue(), '');
  await composer(page).evaluate((each) => {
    each.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true, composed: true }));
  });
  proceed();
  await answered(page);
  assert.match(await lastText(page), /the end$/);
});

test('on a phone, the conversation list takes the focus and returns it', async (t) => {
  const page = await visit(t, at, { viewport: { width: 360, height: 740 } });
  await page.getByRole('button', { name: 'Conversations' }).focus();
  await page.keyboard.press('Enter');
  await until('the list is focused', async () => (await focused(page)).name === 'New conversation');
  await page.keyboard.press('Escape');
  await until('the button is focused', async () => (await focused(page)).name === 'Conversations');

  await ask(page, 'painter', 'The one on the phone');
  await answered(page);
  await page.getByRole('button', { name: 'Conversations' }).click();
  // The conversation that is already open.
  await page.getByRole('link', { name: /The one on the phone/ }).click();
  await until('the button is focused again', async () => (await focused(page)).name === 'Conversations');
});

test('a streaming answer is announced sentence by sentence', async (t) => {
  const page = await visit(t, at);
  const proceed = hold(t, 'Tell me aloud', 'how', 'along');
  await ask(page, 'forecaster', 'Tell me aloud');
  assert.equal(await page.locator('#live').getAttribute('aria-live'), 'polite');
  const announced = new Set();
  const announces = (ending) =>
    until(`${ending} is announced`, async () => {
      const text = (await textOf(page.locator('#live'))).trim();
      announced.add(text);
      return text.endsWith(ending);
    });
  // The incomplete sentence is not announced yet.
  await announces('a good day to be outside.');
  proceed();
  await announces('What to take along');
  proceed();
  await announces('The answer is complete.');
  assert.ok(announced.size <= 12, `too many announcements: ${announced.size}`);
});

test('an answer is announced although the page gets no animation frames', async (t) => {
  const page = await visit(t, at);
  await page.evaluate(() => (window.requestAnimationFrame = () => 0));
  await ask(page, 'painter', 'Without frames');
  await until('the end is announced', async () => (await textOf(page.locator('#live'))).trim().endsWith('The answer is complete.'));
});
