import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';
import { gateway } from './gateway.js';
import { serveModels } from './model.js';

const CHROMIUM = process.env.PAGE_CHROMIUM ?? '/usr/bin/chromium';

/** Where the server looks for the models of agents that are gated; empty for nowhere. */
const MODEL_PORT = process.env.PAGE_MODEL_PORT;
/** The server. */
export const SERVER = process.env.PAGE_SERVER;
/** Where pictures for the documents go; empty for nowhere. */
export const PICTURES = process.env.PAGE_PICTURES ?? '';

/** How long a test waits for what must come, also on a machine that does much else. */
const PATIENCE_MS = 60_000;

/** Tokens of callers that nobody used before, one a line; none where the server serves callers without. */
const tokens = process.env.PAGE_TOKENS ? readFileSync(process.env.PAGE_TOKENS, 'utf8').trim().split('\n') : null;

/** The token of a caller who has no conversations yet; empty where the server wants none. */
export function newToken() {
  assert.ok(tokens === null || tokens.length > 0, 'there are more visitors than tokens');
  return tokens?.shift() ?? '';
}

/**
 * The popups of the address bar, for each of which every tab would start a process: more work than most tests. The
 * browser reads only one such list, so it has Playwright's own, too (`chromiumSwitches.ts`).
 */
const WITHOUT = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
];

let begun = null;
let users = 0;

function launch() {
  assert.ok(existsSync(CHROMIUM), `${CHROMIUM} is missing: install Debian's package chromium`);
  // As root, as in most builds, Chromium has no sandbox to go to.
  const sandbox = process.getuid() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: CHROMIUM, args: [`--disable-features=${WITHOUT.join()}`, ...sandbox] });
}

async function begin() {
  const [browser, closeModels] = await Promise.all([launch(), MODEL_PORT && serveModels(MODEL_PORT)]);
  return { browser, end: () => Promise.all([browser.close(), closeModels?.()]) };
}

/** One browser, and the models of the agents, for all files whose tests run at the same time. */
export function browsing() {
  const at = {};
  before(async () => {
    users++;
    begun ??= begin();
    at.browser = (await begun).browser;
  });
  after(async () => {
    if (--users === 0) {
      const { end } = await begun;
      begun = null;
      await end();
    }
  });
  return at;
}

const visitors = new Map();

/** The gateway that a page came through. */
export const gatewayOf = (page) => visitors.get(page.context()).gateway;

/** A caller of their own, logged in by a gateway of their own; what was wrong with their tabs fails the test. */
async function arrive(t, at, options) {
  const context = await at.browser.newContext({ viewport: { width: 1280, height: 800 }, colorScheme: 'light', reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const visitor = { context, gateway: await gateway(SERVER, { prefix: '/some/place', token: newToken() }), tabs: [] };
  visitors.set(context, visitor);
  t.after(async () => {
    const wrong = await Promise.all(visitor.tabs.map((problems) => problems()));
    visitors.delete(context);
    await context.close();
    await visitor.gateway.close();
    assert.deepEqual(wrong.flat(), []);
  });
  return visitor;
}

/**
 * A tab of its own user. At the end of the test nothing may have been wrong with it: no error, no dialog, nothing that
 * its policy refused, no request to another server.
 *
 * @param {import('node:test').TestContext} t
 * @param {object} at what `browsing` gave
 * @param {object} [options] of the browser's context, and:
 * @param {(home: string) => string | Promise<string>} [options.address] what to open, made of the gateway's address
 * @param {import('playwright-core').Page} [options.beside] another tab of the same user
 * @param {RegExp[]} [options.allowed] what may be wrong
 */
export async function visit(t, at, { address = (home) => home, beside, allowed = [], ...options } = {}) {
  const visitor = beside ? visitors.get(beside.context()) : await arrive(t, at, options);
  const home = visitor.gateway.address;
  const place = await address(home);
  const hosts = [place, home].map((each) => new URL(each).host);
  const page = await visitor.context.newPage();
  const wrong = [];
  page.on('pageerror', (error) => wrong.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    wrong.push(`dialog: ${dialog.message()}`);
    dialog.dismiss();
  });
  page.on('console', (message) => message.type() === 'error' && wrong.push(`console: ${message.text()}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (['http:', 'https:'].includes(url.protocol) && !hosts.includes(url.host)) {
      wrong.push(`foreign request: ${request.url()}`);
    }
  });
  await page.addInitScript(() => {
    window.violations = [];
    document.addEventListener('securitypolicyviolation', (event) => window.violations.push(`${event.violatedDirective} ${event.blockedURI}`));
  });
  visitor.tabs.push(async () => {
    const refused = page.isClosed() ? [] : await page.evaluate(() => window.violations);
    return [...wrong.filter((each) => !allowed.some((pattern) => pattern.test(each))), ...refused];
  });
  await page.goto(place);
  return page;
}

export const composer = (page) => page.getByRole('textbox', { name: 'Message', exact: true });
export const answers = (page) => page.getByRole('article', { name: 'Answer' });
export const tool = (page, name) => page.locator('tool-call', { hasText: name }).last();
export const stopButton = (page) => page.getByRole('button', { name: 'Stop the answer' });

/** Begins a conversation with an agent. */
export async function ask(page, agent, text) {
  await page.getByLabel('Agent', { exact: true }).selectOption(agent);
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

/** Until the answer is over: it can be copied then, and nothing can be stopped. */
export async function answered(page) {
  await answers(page).last().getByRole('button', { name: 'Events' }).waitFor();
  await stopButton(page).waitFor({ state: 'detached' });
}

/** What an element says, as a person reads it, through its shadow roots. */
export function textOf(locator) {
  return locator.evaluate((element) => {
    const said = [];
    const walk = (node) => {
      if (node.nodeType === Node.TEXT_NODE) {
        said.push(node.textContent);
      } else if (node.nodeType === Node.ELEMENT_NODE && node.localName !== 'style' && node.checkVisibility()) {
        const block = !getComputedStyle(node).display.startsWith('inline');
        (node.shadowRoot ?? node).childNodes.forEach(walk);
        if (block) {
          said.push('\n');
        }
      }
    };
    walk(element);
    return said.join('');
  });
}

/** The Markdown of the last answer as a person reads it, on one line. */
export async function lastText(page) {
  const parts = await answers(page).last().locator('markdown-text .block').all();
  const texts = await Promise.all(parts.map((part) => textOf(part)));
  return texts.join(' ').replace(/\s*\bCopy\b\s*/g, ' ').replace(/\s+/g, ' ').trim();
}

/** Until a condition holds. */
export async function until(what, holds, patience = PATIENCE_MS) {
  const end = Date.now() + patience;
  for (;;) {
    const value = await holds();
    if (value) {
      return value;
    }
    assert.ok(Date.now() < end, `in vain: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Calls the API as the page would. */
export function call(page, method, path, body) {
  return page.evaluate(
    async ([verb, place, content]) => {
      const request = { method: verb, headers: content ? { 'Content-Type': 'application/json' } : {}, body: content && JSON.stringify(content) };
      const response = await fetch(`v1/${place}`, request);
      return { status: response.status, body: await response.json().catch(() => null) };
    },
    [method, path, body],
  );
}
