import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SERVER, answered, ask, browsing, newToken, visit } from './harness.js';

const at = browsing();
const prompt = (page) => page.getByRole('dialog', { name: 'This server requires a token' });

async function give(page, token) {
  await prompt(page).getByLabel('Token').fill(token);
  await prompt(page).getByRole('button', { name: 'Continue' }).click();
}

test('the page links to the login of a gateway', async (t) => {
  const page = await visit(t, at, { address: () => `${SERVER}/`, allowed: [/status of 401/] });
  await page.route('**/v1/agents', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, headers: { ...answer.headers(), Link: '<https://gateway.example/login>; rel="login"' } });
  });
  await page.reload();
  const login = page.getByRole('dialog', { name: 'This server requires a login' }).getByRole('link', { name: 'Log in' });
  await login.waitFor();
  assert.equal(await login.getAttribute('href'), 'https://gateway.example/login');
});

test('the page asks for a token and does not store it', async (t) => {
  const page = await visit(t, at, { address: () => `${SERVER}/`, allowed: [/status of 401/] });
  const token = newToken();
  await prompt(page).waitFor();
  assert.ok(await prompt(page).getByLabel('Token').evaluate((each) => each.matches(':focus')));
  await page.keyboard.press('Escape');
  assert.ok(await prompt(page).isVisible(), 'Escape does not close the dialog');

  await give(page, `${token.slice(0, -8)}AAAAAAAA`);
  await prompt(page).getByRole('alert').waitFor();
  assert.equal(await prompt(page).getByLabel('Token').inputValue(), '');

  await give(page, `Bearer ${token}`);
  await prompt(page).waitFor({ state: 'hidden' });
  await ask(page, 'painter', 'With a token');
  await answered(page);

  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href, history.state, document.documentElement.outerHTML]));
  assert.ok(!stored.includes(token.slice(-20)));
  assert.deepEqual(await page.context().cookies(), []);
  await page.reload();
  await prompt(page).waitFor();
});
