import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';
import { gateway } from './gateway.js';
import { serveModels } from './model.js';

const CHROMIUM = process.env.PAGE_CHROMIUM ?? '/usr/bin/chromium';

/** Port on which the server expects the models of `gated` agents; unset for none. */
const MODEL_PORT = process.env.PAGE_MODEL_PORT;
/** Base URL of the server. */
export const SERVER = process.env.PAGE_SERVER;
/** Directory for the screenshots of the documentation; empty for none. */
export const PICTURES = process.env.PAGE_PICTURES ?? '';

/** Timeout of each wait, long enough for a busy machine. */
const PATIENCE_MS = 60_000;

/** File of unused tokens of different callers, one per line; unset when the server allows anonymous callers. */
const tokens = process.env.PAGE_TOKENS ? readFileSync(process.env.PAGE_TOKENS, 'utf8').trim().split('\n') : null;

/** The token of a caller without conversations; empty when the server allows anonymous callers. */
export function newToken() {
  assert.ok(tokens === null || tokens.length > 0, 'PAGE_TOKENS has too few tokens');
  return tokens?.shift() ?? '';
}

/**
 * Disabled features: first the popups of the address bar, for each of which every tab would start a process that costs
 * more than most tests. Chromium reads only one such list, so Playwright's own follows (`chromiumSwitches.ts`).
 */
const DISABLED_FEATURES = [
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
  // Chromium's sandbox does not work as root, which most builds run as.
  const sandbox = process.getuid() === 0 ? ['--no-sandbox'] : [];
  return chromium.launch({ executablePath: CHROMIUM, args: [`--disable-features=${DISABLED_FEATURES.join()}`, ...sandbox] });
}

async function begin() {
  const [browser, closeModels] = await Promise.all([launch(), MODEL_PORT && serveModels(MODEL_PORT)]);
  return { browser, end: () => Promise.all([browser.close(), closeModels?.()]) };
}

/** Starts one browser and the models of the agents, which all files share; the last file stops them. */
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

/** The gateway through which a page was opened. */
export const gatewayOf = (page) => visitors.get(page.context()).gateway;

/** Creates a browser context with its own caller and gateway; problems in its tabs fail the test. */
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
 * Opens a tab as a new user. The test fails if the tab had an error, a dialog, a violation of the content security
 * policy or a request to another server.
 *
 * @param {import('node:test').TestContext} t
 * @param {object} at the result of `browsing`
 * @param {object} [options] options of the browser context, and:
 * @param {(home: string) => string | Promise<string>} [options.address] the address to open, given the gateway's
 * @param {import('playwright-core').Page} [options.beside] another tab of the same user
 * @param {RegExp[]} [options.allowed] problems that do not fail the test
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

/** Sends a message to an agent. */
export async function ask(page, agent, text) {
  await page.getByLabel('Agent', { exact: true }).selectOption(agent);
  await composer(page).fill(text);
  await composer(page).press('Enter');
}

/** Waits until the answer is complete: its Events button is shown, and the Stop button is not. */
export async function answered(page) {
  await answers(page).last().getByRole('button', { name: 'Events' }).waitFor();
  await stopButton(page).waitFor({ state: 'detached' });
}

/** The visible text of an element, including its shadow roots. */
export function textOf(locator) {
  return locator.evaluate((element) => {
    const texts = [];
    const walk = (node) => {
      if (node.nodeType === Node.TEXT_NODE) {
        texts.push(node.textContent);
      } else if (node.nodeType === Node.ELEMENT_NODE && node.localName !== 'style' && node.checkVisibility()) {
        const block = !getComputedStyle(node).display.startsWith('inline');
        (node.shadowRoot ?? node).childNodes.forEach(walk);
        if (block) {
          texts.push('\n');
        }
      }
    };
    walk(element);
    return texts.join('');
  });
}

/** The visible text of the last answer's Markdown, on one line. */
export async function lastText(page) {
  const parts = await answers(page).last().locator('markdown-text .block').all();
  const texts = await Promise.all(parts.map((part) => textOf(part)));
  return texts.join(' ').replace(/\s*\bCopy\b\s*/g, ' ').replace(/\s+/g, ' ').trim();
}

/** Waits until a condition holds. */
export async function until(what, holds, patience = PATIENCE_MS) {
  const end = Date.now() + patience;
  for (;;) {
    const value = await holds();
    if (value) {
      return value;
    }
    assert.ok(Date.now() < end, `timed out: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Calls the API from within the page. */
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
