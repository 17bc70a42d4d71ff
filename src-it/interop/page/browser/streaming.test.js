import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, answers, ask, browsing, composer, lastText, stopButton, textOf, tool, until, visit } from './harness.js';
import { PAGES, hold } from './model.js';

const at = browsing();

// Flow: plain
// Flow: reasoning
// Flow: multi-step tools
test('a streaming answer shows reasoning, tool calls and text', async (t) => {
  const page = await visit(t, at);
  const proceed = hold(t, 'What is the weather in Bern?', 'about', '**Bern**', 'jacket');
  await ask(page, 'forecaster', 'What is the weather in Bern?');

  await page.getByRole('article', { name: 'You said' }).getByText('What is the weather in Bern?').waitFor();
  await page.getByText('Thinking…').waitFor();
  await page.getByText('They ask about').waitFor();
  assert.equal(await page.getByText('They ask about the').count(), 0);
  proceed();
  await tool(page, 'get_weather').getByText('done', { exact: true }).waitFor();
  await stopButton(page).waitFor();
  await until('the first words', async () => (await lastText(page)).endsWith('In Bern'));
  proceed();
  await until('more words', async () => (await lastText(page)).endsWith('A light jacket'));
  await stopButton(page).waitFor();
  proceed();

  await answered(page);
  assert.match(await lastText(page), /^Let me look\. In Bern .* too\.$/);
  assert.equal(await answers(page).locator('table tr').count(), 4);
  assert.match(await textOf(answers(page).last()), /910 tokens in, 148 out/);
  assert.equal(await page.evaluate(() => document.title), 'What is the weather in Bern? – Awaken EE');
});

test('a call shows its arguments and its result', async (t) => {
  const page = await visit(t, at);
  await ask(page, 'forecaster', 'And now?');
  await answered(page);
  await tool(page, 'get_weather').locator('summary').click();
  assert.match(await textOf(tool(page, 'get_weather')), /Arguments\s*\{\s*"city": "Bern"\s*\}\s*Result[\s\S]*temperature_celsius/);
});

// Flow: parallel tools
test('parallel calls are shown one below the other, each with its own result', async (t) => {
  const page = await visit(t, at);
  await ask(page, 'traveller', 'And in both?');
  await answered(page);
  const calls = answers(page).last().locator('tool-call');
  assert.equal(await calls.count(), 2);
  for (const [index, city] of ['Bern', 'Rome'].entries()) {
    await calls.nth(index).locator('summary').click();
    assert.match(await textOf(calls.nth(index)), new RegExp(`"city": "${city}"[\\s\\S]*Result[\\s\\S]*"city": "${city}"`));
  }
  assert.match(await lastText(page), /Both are fine\.$/);
});

test('a running tool shows its progress', async (t) => {
  const page = await visit(t, at);
  const proceed = hold(t, PAGES, '3', '7');
  await ask(page, 'archivist', 'Find Bern');
  const bar = page.getByRole('progressbar', { name: 'Progress of search_archive' });
  await bar.waitFor();
  await until('the third page', () => bar.evaluate((each) => each.value === 0.3 * each.max));
  proceed();
  await until('the seventh page', () => bar.evaluate((each) => each.value === 0.7 * each.max));
  proceed();
  await answered(page);
  assert.match(await lastText(page), /It is on the last page\.$/);
});

test('the stored events of a run are listed without gaps', async (t) => {
  const page = await visit(t, at);
  await ask(page, 'forecaster', 'Which events?');
  await answered(page);
  const button = answers(page).last().getByRole('button', { name: 'Events' });
  await button.click();
  const drawer = page.getByRole('dialog', { name: 'Run events' });
  await drawer.getByRole('cell', { name: 'run_finish', exact: true }).waitFor();
  const rows = await drawer.locator('tbody tr').evaluateAll((all) => all.map((row) => [row.dataset.type, ...row.innerText.split(/\s+/)]));
  assert.equal(rows[0][0], 'run_start');
  assert.equal(rows.at(-1)[0], 'run_finish');
  const numbers = await drawer.locator('tbody pre').evaluateAll((all) => all.flatMap((pre) => [...pre.textContent.matchAll(/"seq":\s*(\d+)/g)].map((found) => Number(found[1]))));
  assert.deepEqual(numbers, numbers.map((_, index) => index + 1));
  await drawer.getByRole('searchbox', { name: 'Filter events' }).fill('tool_call_ready');
  assert.equal(await drawer.locator('tbody tr').count(), 1);
  // The first Escape clears the field.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  assert.ok(await button.evaluate((each) => each.matches(':focus')));
});

test('conversations are listed, found and opened', async (t) => {
  const page = await visit(t, at);
  for (const text of ['A walk along the Aare', 'The bear park']) {
    await page.getByRole('button', { name: 'New conversation' }).click();
    await ask(page, 'painter', text);
    await answered(page);
  }
  const list = page.getByRole('navigation', { name: 'Conversations' });
  await list.getByText('The bear park').first().waitFor();
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('aare WALK');
  await until('one is found', async () => (await list.getByRole('link').count()) >= 1 && !(await textOf(list)).includes('bear'));
  await list.getByRole('link').first().click();
  await page.getByRole('heading', { level: 1, name: 'A walk along the Aare' }).waitFor();
  await answers(page).getByText('A fine picture.').waitFor();
  await page.getByRole('searchbox', { name: 'Search conversations' }).fill('there is no such thing');
  await page.getByText('No conversation matches.').waitFor();
});

const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

// Flow: file
test('an attached image is shown, also after a reload', async (t) => {
  const page = await visit(t, at);
  await page.getByLabel('Agent', { exact: true }).selectOption('painter');
  await page.locator('#files').setInputFiles([{ name: 'pixel.png', mimeType: 'image/png', buffer: PIXEL }, { name: 'notes.md', mimeType: '', buffer: Buffer.from('# Notes') }]);
  await page.getByRole('list', { name: 'Attachments' }).getByText('pixel.png').waitFor();
  await page.getByRole('button', { name: 'Remove notes.md' }).click();
  await composer(page).fill('What is it?');
  await composer(page).press('Enter');
  await answered(page);
  for (const round of ['sent', 'reloaded']) {
    const picture = page.getByRole('article', { name: 'You said' }).getByRole('img', { name: 'pixel.png' });
    await picture.waitFor();
    await until(`the image is loaded: ${round}`, () => picture.evaluate((each) => each.complete && each.naturalWidth === 1));
    await page.reload();
  }
});

test('a rejected message shows the error code and stays in the composer', async (t) => {
  const page = await visit(t, at, { allowed: [/status of 415/] });
  await page.locator('#files').setInputFiles([{ name: 'tool.exe', mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') }]);
  await composer(page).fill('Run this');
  await composer(page).press('Enter');
  const note = page.getByRole('alert');
  await note.waitFor();
  assert.match(await textOf(note), /unsupported_media_type/);
  assert.match(await textOf(note), /Choose another one/);
  assert.equal(await composer(page).inputValue(), 'Run this');
  await page.getByText('tool.exe').waitFor();
});

// Flow: error
test('a failed run shows its error, also after a reload', async (t) => {
  const page = await visit(t, at);
  await ask(page, 'failing', 'Hello?');
  await page.getByRole('alert').waitFor();
  const error = await textOf(page.getByRole('alert'));
  await page.reload();
  await page.getByRole('alert').waitFor();
  assert.equal((await textOf(page.getByRole('alert'))).trim(), error.trim());
});
