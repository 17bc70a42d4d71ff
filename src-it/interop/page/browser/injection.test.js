import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, answers, ask, browsing, call, textOf, tool, visit } from './harness.js';

const at = browsing();
const EVIL = `<img src=x onerror="window.pwned='said'"> **bold** <script>window.pwned='said'</script>`;

/** Components that show text of models and tools. */
const CONTENT_COMPONENTS = ['markdown-text', 'reasoning-block', 'tool-call', 'approval-card', 'media-view', 'error-note'];

/** All elements of the page, including shadow roots. */
const elementsOf = (page) =>
  page.evaluate(() => {
    const found = [];
    const walk = (root) => {
      for (const element of root.querySelectorAll('*')) {
        const attributes = [...element.attributes].map((each) => each.name);
        found.push({ tag: element.localName, attributes, href: element.getAttribute('href'), rel: element.getAttribute('rel'), target: element.getAttribute('target'), within: root.host?.localName ?? '', src: element.getAttribute('src') });
        if (element.shadowRoot) {
          walk(element.shadowRoot);
        }
      }
    };
    walk(document);
    return found;
  });

async function assertHarmless(page) {
  const elements = await elementsOf(page);
  const inAnswers = elements.filter((each) => CONTENT_COMPONENTS.includes(each.within));
  assert.ok(inAnswers.length > 20, 'there are elements to check');
  for (const each of elements) {
    assert.ok(!each.attributes.some((name) => name.startsWith('on')), JSON.stringify(each));
    assert.ok(each.tag !== 'a' || each.href === null || /^(https?:|#)/.test(each.href), JSON.stringify(each));
    assert.ok(!['iframe', 'object', 'embed'].includes(each.tag), JSON.stringify(each));
  }
  const never = ['script', 'iframe', 'object', 'embed', 'form', 'input', 'link', 'base', 'meta', 'img', 'math', 'audio', 'video'];
  for (const each of inAnswers) {
    assert.ok(!never.includes(each.tag), JSON.stringify(each));
    assert.ok(each.tag !== 'style' || each.within !== 'markdown-text' , JSON.stringify(each));
    if (each.tag === 'a' && each.href !== null) {
      assert.match(each.href, /^https?:/);
      assert.deepEqual([each.target, each.rel], ['_blank', 'noopener noreferrer nofollow']);
    }
  }
  assert.equal(await page.evaluate(() => window.pwned), undefined);
}

test('text of a model, a tool, an agent or a user cannot run script', async (t) => {
  const page = await visit(t, at);
  await ask(page, 'mallory', EVIL);
  await answered(page);
  await page.getByText('Thoughts').click();
  await tool(page, 'show').locator('summary').click();
  await assertHarmless(page);
  const said = await textOf(answers(page).last());
  assert.match(said, /<script>window\.pwned='script'<\/script>/, 'markup is shown as text');
  assert.match(said, /<img src=x onerror=\\"window\.pwned='argument'\\">/);
  assert.match(said, /<script>window\.pwned='result'<\/script> \[link\]\(javascript:window\.pwned='result'\)/);

  await answers(page).last().getByRole('button', { name: 'Events' }).click();
  await page.getByRole('dialog').getByRole('cell', { name: 'run_finish', exact: true }).waitFor();
  await assertHarmless(page);
  await page.keyboard.press('Escape');

  await page.reload();
  await answered(page);
  await assertHarmless(page);
  assert.ok((await textOf(page.getByRole('navigation'))).includes('<img src=x'), 'the title is shown as text');
});

/** Expands the last answer and asserts that it shows the markup of these sources as text. */
async function assertShownAsText(page, sources) {
  for (const summary of await answers(page).last().locator('summary').all()) {
    await summary.click();
  }
  await assertHarmless(page);
  const said = await textOf(answers(page).last());
  for (const source of sources) {
    assert.ok(said.includes(`window.pwned='${source}'`), `${source} is shown`);
  }
}

test('output, media and questions of a tool cannot run script', async (t) => {
  const page = await visit(t, at);
  await ask(page, 'trickster', 'Trick me');
  const question = page.locator('approval-card').getByText(`Refund 120 euros for <img src=x onerror="window.pwned='question'">?`);
  await question.waitFor();
  await assertShownAsText(page, ['stream', 'activity', 'value', 'data', 'source', 'name', 'error', 'code', 'question']);
  await page.reload();
  await question.waitFor();
  await assertShownAsText(page, ['data', 'source', 'name', 'error', 'code', 'question']);

  await page.getByRole('button', { name: 'Approve', exact: true }).click();
  await answered(page);
  await page.reload();
  await answered(page);
  await assertShownAsText(page, ['model title', 'data', 'source', 'name', 'error', 'code']);
  assert.match(await textOf(tool(page, 'refund_order')), /refunded 120 euros for <img src=x/);
});

const TITLES = [`"><svg onload="window.pwned='title'"> & <b>`, `<script>window.pwned='title'</script>`, `[x](javascript:window.pwned='title')`, `javascript:window.pwned='title'`];

test('thread titles with markup or script are shown as text', async (t) => {
  const page = await visit(t, at);
  const shown = async (title) => {
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    assert.ok((await page.title()).startsWith(title));
    assert.equal(await page.evaluate(() => window.pwned), undefined);
  };
  for (const title of TITLES) {
    const created = await call(page, 'POST', 'threads', { title });
    await page.evaluate((id) => (location.hash = `thread=${id}`), created.body.id);
    await shown(title);
  }
  await page.reload();
  const list = page.getByRole('navigation', { name: 'Conversations' });
  for (const title of TITLES) {
    await list.getByRole('link').getByText(title, { exact: true }).waitFor();
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill(title);
    await list.getByText(title, { exact: true }).click();
    await shown(title);
    await page.getByRole('searchbox', { name: 'Search conversations' }).fill('');
  }
});

test('markup in the thread id of the address is not interpreted', async (t) => {
  const page = await visit(t, at, { allowed: [/status of 404/] });
  await page.evaluate(() => (location.hash = `thread=${encodeURIComponent("x\"><img src=x onerror=window.pwned='hash'>")}`));
  await page.getByRole('alert').waitFor();
  assert.equal(await page.evaluate(() => window.pwned), undefined);
});

// No flow: regenerate: The chat page only appends messages; it has no button for this.

// No flow: edit: The chat page only appends messages; it has no button for this.

// No flow: client-side tool: The chat page declares no tools of its own, so that nothing in it can be called.
// No flow: shared state: The chat page has no state of its own.
// No flow: instructions: The chat page has none.
test('the page declares no tools, and a front-end tool cannot replace one of the server', async (t) => {
  const page = await visit(t, at, { allowed: [/status of 400/] });
  const bodies = [];
  page.on('request', (request) => request.method() === 'POST' && bodies.push(request.postData() ?? ''));
  await ask(page, 'painter', 'Look');
  await answered(page);
  assert.ok(bodies.length > 0 && bodies.every((body) => !body.includes('frontend_tools')));

  const refused = await call(page, 'POST', 'runs', {
    agent_id: 'forecaster',
    messages: [{ role: 'user', content: 'What is the weather in Bern?' }],
    frontend_tools: [{ name: 'get_weather', description: 'mine', parameters: { type: 'object' } }],
  });
  assert.equal(refused.status, 400);
  assert.match(refused.body.field, /^frontend_tools/);
});
