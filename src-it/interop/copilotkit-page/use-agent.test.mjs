// node use-agent.test.mjs: a page with `useAgent` in a browser. `CopilotKitPageInterop` sets the environment.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { browsing, SERVER, visit } from '../page/browser/harness.js';
import { AGENTS, hold, read } from '../page/browser/model.js';
import { serve } from './page.mjs';

/** An origin other than the server's that CORS allows. */
const ORIGIN = process.env.PAGE_OTHER_ORIGIN;

const at = browsing();
let pages;
before(async () => {
  pages = await serve(new URL(ORIGIN).port, SERVER, Object.keys(AGENTS));
});
after(() => pages?.close());

/** How the page reaches an agent of the server. */
const WAYS = {
  directly: (agent, home) => ({ server: `${home}v1/ag-ui/agents/${agent}/runs` }),
  'through the runtime': () => ({ runtime: '/copilotkit' }),
};

const colour = (page) => page.getByLabel('Colour');
const answer = (page, text) => page.getByRole('article', { name: 'assistant' }).getByText(text, { exact: true });

async function ask(page, question) {
  await page.getByLabel('Message').fill(question);
  await page.getByLabel('Message').press('Enter');
}

/** Waits for an answer with this text that is complete. */
async function answered(page, text) {
  await answer(page, text).last().waitFor();
  await page.getByRole('status').waitFor({ state: 'detached' });
}

for (const [way, address] of Object.entries(WAYS)) {
  // A page learns from a 405 that the runtime has one route for all.
  const open = (t, agent) =>
    visit(t, at, {
      address: (home) => `${ORIGIN}/?${new URLSearchParams({ agent, ...address(agent, home) })}`,
      allowed: way === 'directly' ? [] : [/status of 405/],
    });

  test(`an answer streams into the page ${way}`, async (t) => {
    const page = await open(t, 'writer');
    const question = `How far can you count, ${way}?`;
    const proceed = hold(t, question, 'three', 'seven');
    await ask(page, question);
    for (const words of ['one two three', 'one two three four five six seven']) {
      await answer(page, words).waitFor();
      assert.ok(await page.getByRole('status').isVisible());
      proceed();
    }
    await answered(page, AGENTS.writer.script.turns[0].text);
  });

  test(`the model reads the page's state and changes it in the midst of an answer ${way}`, async (t) => {
    const page = await open(t, 'decorator');
    await page.getByRole('button', { name: 'Add a room' }).click();
    for (const chosen of ['red', 'green']) {
      const question = `May ${chosen} become blue, ${way}?`;
      const proceed = hold(t, question, 'blue');
      await colour(page).fill(chosen);
      await ask(page, question);
      await answer(page, 'It is blue').waitFor();
      assert.match(read(question)[0], new RegExp(`{"rooms":\\["room"\\],"colour":"${chosen}"}`));
      assert.equal(await colour(page).inputValue(), 'blue');
      proceed();
      await answered(page, 'It is blue now, and has two coats.');
      await page.getByText('Rooms: 1,').waitFor();
      assert.equal(await colour(page).inputValue(), 'blue');
    }
  });

  test(`a tool of the server counts what the page added ${way}`, async (t) => {
    const page = await open(t, 'counter');
    await page.getByText('counted: never').waitFor();
    for (const rooms of [1, 2]) {
      await page.getByRole('button', { name: 'Add a room' }).click();
      await page.getByText(`Rooms: ${rooms},`).waitFor();
      await ask(page, `How many rooms are ${rooms}, ${way}?`);
      await page.getByText(`Rooms: ${rooms}, counted: ${rooms}`).waitFor();
      await page.getByRole('status').waitFor({ state: 'detached' });
    }
  });

  test(`the model calls a tool of the page, which changes the state ${way}`, async (t) => {
    const page = await open(t, 'painter');
    const question = `Which colour is warm, ${way}?`;
    await colour(page).fill('red');
    await ask(page, question);
    await answered(page, 'So be it.');
    assert.match(read(question).at(-1), /amber/);
    assert.equal(await colour(page).inputValue(), 'amber');
  });
}
