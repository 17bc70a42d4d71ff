import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answered, ask, browsing, lastText, textOf, tool, visit } from './harness.js';

const at = browsing();

test('what a called agent says, calls and asks is in its call, also after a reload', async (t) => {
  const page = await visit(t, at);
  const call = tool(page, 'agent_run_bookkeeper');
  const agent = call.getByRole('region', { name: 'Agent bookkeeper' });
  const asks = async () => {
    await agent.getByText('bookkeeper waits for you').waitFor();
    await agent.getByText('I would like to calculate this.').waitFor();
    await tool(agent, 'calculate').getByText('waiting for you', { exact: true }).waitFor();
    await agent.getByRole('heading', { name: 'Allow calculate to run?' }).waitFor();
  };
  await ask(page, 'manager', 'What does it come to?');
  await asks();
  await page.reload();
  await asks();
  assert.equal(await page.locator('approval-card').count(), 1);

  await agent.getByRole('button', { name: 'Approve', exact: true }).click();
  await agent.getByText('bookkeeper has ended').waitFor();
  await tool(agent, 'calculate').getByText('done', { exact: true }).waitFor();
  await answered(page);
  assert.equal(
    await lastText(page),
    'I ask the bookkeeper. I would like to calculate this. That is all I can say about it. The bookkeeper has answered.',
  );
  assert.equal(await page.locator('approval-card').count(), 0);
  await call.locator('summary').first().click();
  assert.match(await textOf(call), /Result[\s\S]*"status": "completed"/);
});
