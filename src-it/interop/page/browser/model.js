import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { json } from 'node:stream/consumers';

/** The agents and what their models say. */
export const AGENTS = JSON.parse(readFileSync(new URL('../agents.json', import.meta.url)));

/** Answers that stop on their way, by the question that they answer. */
const held = new Map();

/**
 * Stops the answer to a question behind each of these words, until the test lets it go on: so a test has all the time it
 * needs while an answer is under way, and waits for none. For agents that are `gated` in `agents.json`.
 *
 * @param {import('node:test').TestContext} t at whose end the answer goes on
 * @param {string} question that no other test asks
 * @param {...string} words of the model's reasoning or text, in their order
 * @returns {() => void} lets the answer go on to the next of these words, or to its end
 */
export function hold(t, question, ...words) {
  assert.ok(!held.has(question), `another test asks: ${question}`);
  const gates = words.map((word) => {
    const gate = { word };
    gate.opened = new Promise((resolve) => (gate.open = resolve));
    return gate;
  });
  held.set(question, [...gates]);
  const goOn = () => gates.shift()?.open();
  t.after(() => {
    words.forEach(goOn);
    held.delete(question);
  });
  return goOn;
}

/** The pieces of a turn as lines of Ollama's wire. */
function* lines({ reasoning = '', text = '', tool_calls: calls = [], usage = {} }) {
  for (const [field, words] of [['thinking', reasoning], ['content', text]]) {
    for (const word of words.match(/\S+\s*/g) ?? []) {
      yield { message: { role: 'assistant', content: '', [field]: word }, word: word.trim() };
    }
  }
  if (calls.length > 0) {
    yield { message: { role: 'assistant', content: '', tool_calls: calls.map((call) => ({ function: call })) } };
  }
  const counts = { prompt_eval_count: usage.prompt_tokens, eval_count: usage.completion_tokens };
  yield { message: { role: 'assistant', content: '' }, done: true, done_reason: 'stop', ...counts };
}

/** The question to hold when a tool that turns pages shall stop at some of them. */
export const PAGES = 'which page is it?';

async function turnPage(number, response) {
  const gates = held.get(PAGES) ?? [];
  if (gates[0]?.word === number) {
    await gates.shift().opened;
  }
  response.end();
}

/** What a turn says, with the address of this server in place of words that stand for it. */
const addressed = (turn, host) => JSON.parse(JSON.stringify(turn).replaceAll('the address of the model', `http://${host}`));

async function answer(request, response) {
  const { model, messages } = await json(request);
  const asked = messages.findLastIndex((message) => message.role === 'user');
  const turn = messages.slice(asked).filter((message) => message.role === 'assistant').length;
  const gates = held.get(messages[asked].content) ?? [];
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
  for (const { word, ...line } of lines(addressed(AGENTS[model].script.turns[turn], request.headers.host))) {
    response.write(`${JSON.stringify({ model, done: false, ...line })}\n`);
    if (word && gates[0]?.word === word) {
      await gates.shift().opened;
    }
  }
  response.end();
}

/** Serves the models of the agents that are `gated`, as Ollama would, on a port of this machine. */
export async function serveModels(port) {
  const server = http.createServer((request, response) => {
    const [, page] = request.url.match(/^\/pages\/(\d+)$/) ?? [];
    const done = page ? turnPage(page, response) : answer(request, response);
    done.catch((error) => response.destroy(error));
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
}
