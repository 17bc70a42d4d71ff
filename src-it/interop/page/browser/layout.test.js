import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { test } from 'node:test';
import { contrasts, overflows, smallTargets } from './measures.js';
import { PICTURES, SERVER, answered, answers, ask, browsing, composer, newToken, stopButton, until, visit, lastText } from './harness.js';
import { hold } from './model.js';

const at = browsing();
const SIZES = { wide: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };
const LONG = `${'Donaudampfschifffahrtsgesellschaft'.repeat(4)} https://example.org/${'a/'.repeat(80)}`;

async function assertLayout(page, what) {
  assert.deepEqual(await overflows(page), [], `${what}: nothing overflows the screen`);
  assert.deepEqual(await contrasts(page), [], `${what}: all text has enough contrast`);
  assert.deepEqual(await smallTargets(page), [], `${what}: all targets are large enough`);
}

async function picture(page, name) {
  if (PICTURES) {
    mkdirSync(PICTURES, { recursive: true });
    await page.screenshot({ path: `${PICTURES}/${name}.png` });
  }
}

/** A different question per test, because `hold` identifies an answer by its question. */
const QUESTIONS = {
  'wide, light': 'What is the weather like in Bern?',
  'wide, dark': 'How is the weather in Bern?',
  'phone, light': 'Is it sunny in Bern?',
  'phone, dark': 'Is it warm in Bern?',
};

for (const [size, viewport] of Object.entries(SIZES)) {
  for (const colorScheme of ['light', 'dark']) {
    const named = `${size}, ${colorScheme}`;

    test(`the page fits and is readable: ${named}`, async (t) => {
      const page = await visit(t, at, { viewport, colorScheme });
      await page.getByRole('button', { name: /forecaster/ }).waitFor();
      await assertLayout(page, 'welcome');

      const proceed = hold(t, QUESTIONS[named], 'morning');
      await ask(page, 'forecaster', QUESTIONS[named]);
      await until('half of the answer', async () => (await answers(page).count()) > 0 && (await lastText(page)).endsWith('for the morning'));
      if (colorScheme === 'light') {
        await picture(page, size === 'wide' ? 'page-streaming' : 'page-phone');
      }
      await assertLayout(page, 'streaming');
      proceed();
      await answered(page);
      if (named === 'wide, dark') {
        await picture(page, 'page-dark');
      }
      await page.locator('tool-call summary').click();
      await page.getByText('Thoughts').click();
      await assertLayout(page, 'answer');

      await answers(page).last().getByRole('button', { name: 'Events' }).click();
      await page.getByRole('dialog').getByRole('cell', { name: 'run_finish', exact: true }).waitFor();
      await assertLayout(page, 'events');
      await page.keyboard.press('Escape');

      if (size === 'phone') {
        await page.getByRole('button', { name: 'Conversations' }).click();
      }
      await page.getByRole('button', { name: 'New conversation' }).click();
      await ask(page, 'clerk', 'Please give me my money back for order A-1001');
      await page.getByRole('button', { name: 'Approve' }).waitFor();
      await assertLayout(page, 'approval');
      if (named === 'wide, light') {
        await picture(page, 'page-approval');
      }
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByLabel('Edited arguments').fill('{');
      await assertLayout(page, 'editing');
      await page.getByRole('button', { name: 'Deny', exact: true }).click();
      await assertLayout(page, 'denying');
      await stopButton(page).click();
      await page.getByText('Stopped.').waitFor();
      await ask(page, 'bookkeeper', 'What is 6 * 7?');
      await page.getByLabel('Approval applies to').waitFor();
      await assertLayout(page, 'permission');
      await page.getByRole('button', { name: 'Approve' }).click();
      await answers(page).getByText('That is all I can say about it.').waitFor();
      await answered(page);

      await page.locator('#files').setInputFiles([{ name: `${'long-name-'.repeat(12)}.txt`, mimeType: 'text/plain', buffer: Buffer.from('x') }]);
      await page.getByLabel('Agent', { exact: true }).selectOption('painter');
      await composer(page).fill(LONG);
      await assertLayout(page, 'composer');
      await composer(page).press('Enter');
      await answers(page).getByText('A fine picture.').waitFor();
      await answered(page);
      await assertLayout(page, 'long words');

      if (size === 'phone') {
        await page.getByRole('button', { name: 'Conversations' }).click();
        await until('the list is open', () => page.locator('aside').evaluate((each) => each.getBoundingClientRect().left === 0));
        await assertLayout(page, 'list');
      }
    });
  }
}

/** Checks both themes. */
async function assertLayoutInBothThemes(page, what) {
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme=${colorScheme}]`).waitFor();
    await assertLayout(page, `${what}, ${colorScheme}`);
  }
}

test('the token dialog and error notes fit and are readable on a phone', async (t) => {
  const page = await visit(t, at, { viewport: SIZES.phone, address: () => `${SERVER}/`, allowed: [/status of (401|415)/] });
  const prompt = page.getByRole('dialog', { name: 'This server requires a token' });
  const give = async (token) => {
    await prompt.getByLabel('Token').fill(token);
    await prompt.getByRole('button', { name: 'Continue' }).click();
  };
  await prompt.waitFor();
  await assertLayoutInBothThemes(page, 'token');
  const token = newToken();
  await give(`${token.slice(0, -8)}AAAAAAAA`);
  await prompt.getByRole('alert').waitFor();
  await assertLayoutInBothThemes(page, 'refused token');
  await give(token);
  await prompt.waitFor({ state: 'hidden' });

  await ask(page, 'failing', 'Hello?');
  await page.getByRole('alert').waitFor();
  await assertLayoutInBothThemes(page, 'failed run');
  await page.locator('#files').setInputFiles([{ name: `${'long-name-'.repeat(12)}.exe`, mimeType: 'application/x-msdownload', buffer: Buffer.from('MZ') }]);
  await composer(page).fill('Run this');
  await composer(page).press('Enter');
  await page.getByText('unsupported_media_type').waitFor();
  await assertLayoutInBothThemes(page, 'refused file');
});

test('the theme follows the system until the user chooses one', async (t) => {
  const page = await visit(t, at, { colorScheme: 'dark' });
  const theme = () => page.evaluate(() => [document.documentElement.dataset.theme, getComputedStyle(document.body).backgroundColor]);
  await page.getByRole('button', { name: 'Light theme' }).waitFor();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('button', { name: 'Dark theme' }).waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('button', { name: 'Light theme' }).waitFor();
  const [dark, night] = await theme();
  assert.equal(dark, 'dark');
  await page.getByRole('button', { name: 'Light theme' }).click();
  const [light, day] = await theme();
  assert.equal(light, 'light');
  assert.notEqual(day, night);
  await page.reload();
  assert.deepEqual(await theme(), [light, day]);
});

test('the measures detect overflow, low contrast and small targets', async (t) => {
  const page = await visit(t, at);
  await page.getByRole('button', { name: /forecaster/ }).waitFor();
  await page.evaluate(() => {
    const wrong = document.createElement('div');
    // The content security policy forbids style="...".
    wrong.style.cssText = 'position: absolute; top: 0; width: 2000px; color: #999; background: #fff';
    const small = document.createElement('button');
    small.style.cssText = 'width: 10px; height: 10px; padding: 0';
    wrong.append('pale', small);
    document.body.append(wrong);
  });
  assert.match((await overflows(page)).join(), /the page is 2000 wide/);
  assert.match((await contrasts(page)).join(), /2\.85 of "pale"/);
  assert.match((await smallTargets(page)).join(), /button "" is 10 × 10/);
});
