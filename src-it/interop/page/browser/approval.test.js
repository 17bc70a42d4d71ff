import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, answers, ask, browsing, lastText, textOf, tool, until, visit } from './harness.js';

const at = browsing();
const button = (page, name) => page.getByRole('button', { name, exact: true });

// Flow: approval granted
test('an approved call runs with the arguments that were shown', async (t) => {
  const page = await visit(t, at);
  await ask(page, 'bookkeeper', 'What is 6 * 7?');
  await page.getByRole('heading', { name: 'Allow calculate to run?' }).waitFor();
  assert.match(await textOf(page.locator('approval-card')), /"expression": "6 \* 7"/);
  await page.getByRole('navigation').getByText('needs input').first().waitFor();
  await button(page, 'Approve').click();
  await tool(page, 'calculate').getByText('done', { exact: true }).waitFor();
  await answered(page);
  assert.match(await lastText(page), /That is all I can say about it\.$/);
  assert.equal(await page.locator('approval-card').count(), 0);
  await tool(page, 'calculate').locator('summary').click();
  assert.match(await textOf(tool(page, 'calculate')), /Result\s*[\s\S]*42/);
});

// Flow: approval denied
test('a denial sends its reason to the agent', async (t) => {
  const page = await visit(t, at);
  await ask(page, 'bookkeeper', 'What is 6 * 7, then?');
  await button(page, 'Deny').click();
  await page.getByLabel('Reason (sent to the agent)').fill('use your head');
  await button(page, 'Deny the call').click();
  await tool(page, 'calculate').getByText('did not run').waitFor();
  await answered(page);
  await tool(page, 'calculate').locator('summary').click();
  assert.match(await textOf(tool(page, 'calculate')), /use your head/);
});

// Flow: approval edited
test('edited arguments are validated, then used', async (t) => {
  const page = await visit(t, at, { allowed: [/status of 400/] });
  await ask(page, 'clerk', 'I want my money back');
  await page.getByText('Refund 120 euros for A-1001?').waitFor();
  await button(page, 'Edit').click();
  const editor = page.getByLabel('Edited arguments');
  assert.ok(await editor.evaluate((each) => each.matches(':focus')));

  await editor.fill('{"orderId": "A-1001", "amount": 8');
  await page.getByText('This is not valid JSON').waitFor();
  assert.ok(await button(page, 'Approve with edits').isDisabled());
  assert.equal(await editor.getAttribute('aria-invalid'), 'true');

  await editor.fill('{"orderId": "A-1001", "amount": 8000}');
  await button(page, 'Approve with edits').click();
  await page.getByRole('alert').waitFor();
  assert.match(await textOf(page.getByRole('alert')), /payload/);

  await editor.fill('{"orderId": "A-1001", "amount": 80}');
  await button(page, 'Approve with edits').click();
  await answered(page);
  await tool(page, 'refund_order').locator('summary').click();
  assert.match(await textOf(tool(page, 'refund_order')), /refunded 80 euros for A-1001/);
});

// Flow: reload while suspended
test('a suspended call can be approved after a reload', async (t) => {
  const page = await visit(t, at);
  await ask(page, 'clerk', 'Later');
  await button(page, 'Approve').waitFor();
  await page.reload();
  await page.getByText('Refund 120 euros for A-1001?').waitFor();
  assert.equal(await page.locator('approval-card').count(), 1);
  assert.equal(await page.getByRole('article', { name: 'You said' }).count(), 1);
  await button(page, 'Approve').click();
  await answered(page);
  assert.match(await lastText(page), /^I ask for the refund\. The order desk has been told\.$/);
});

test('an approval for the conversation covers later calls', async (t) => {
  const page = await visit(t, at);
  await ask(page, 'bookkeeper', 'Calculate');
  await page.getByLabel('Approval applies to').selectOption('thread');
  await button(page, 'Approve').click();
  await answered(page);
  await ask(page, 'bookkeeper', 'Calculate again');
  await until('the second answer', async () => (await answers(page).getByText('That is all I can say about it.').count()) === 2);
  assert.equal(await page.locator('approval-card').count(), 0);
});

test('a suspended run can be stopped', async (t) => {
  const page = await visit(t, at);
  await ask(page, 'bookkeeper', 'Never mind');
  await button(page, 'Approve').waitFor();
  await page.getByRole('button', { name: 'Stop the answer' }).click();
  await page.getByText('Stopped.').waitFor();
  await page.locator('approval-card').waitFor({ state: 'detached' });
});
