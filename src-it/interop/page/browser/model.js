import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { json } from 'node:stream/consumers';

/** The agents and the scripts of their models, those of the chat page unless the environment names another file. */
export const AGENTS = JSON.parse(readFileSync(process.env.PAGE_AGENTS ?? new URL('../agents.json', import.meta.url)));

/** The gates of answers that pause, by question. */
const held = new Map();

/**
 * Pauses the answer to a question after each of these words until the test continues it, so that a test can check a
 * streaming answer without depending on timing. Only for agents that are `gated` in `agents.json`.
 *
 * @param {import('node:test').TestContext} t the answer continues when this test ends
 * @param {string} question a question that no other test asks
 * @param {...string} words words of the model's reasoning or text, in order
 * @returns {() => void} continues the answer to the next of these words, or to its end
 */
export function hold(t, question, ...words) {
  assert.ok(!held.has(question), `another test also asks: ${question}`);
  const gates = words.map((word) => {
    const gate = { word };
    gate.opened = new Promise((resolve) => (gate.open = resolve));
    return gate;
  });
  held.set(question, [...gates]);
  const proceed = () => gates.shift()?.open();
  t.after(() => {
    words.forEach(proceed);
    held.delete(question);
  });
  return proceed;
}

/** What models read, by question. */
const requests = new Map();

/** Returns the texts of the messages that a `gated` model read, for each of its requests with a question. */
export const read = (question) => requests.get(question);

/** The chunks of a turn in Ollama's wire format. */
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

/** Pass this as the question to `hold` to pause the archive tool at pages. */
export const PAGES = 'which page is it?';

async function answerPage(number, response) {
  const gates = held.get(PAGES) ?? [];
  if (gates[0]?.word === number) {
    await gates.shift().opened;
  }
  response.end();
}

/** Replaces the placeholder for the address of this server in a turn. */
const addressed = (turn, host) => JSON.parse(JSON.stringify(turn).replaceAll('the address of the model', `http://${host}`));

async function answer(request, response) {
  const { model, messages } = await json(request);
  const asked = messages.findLastIndex((message) => message.role === 'user');
  const turn = messages.slice(asked).filter((message) => message.role === 'assistant').length;
  const question = messages[asked].content;
  requests.set(question, [...(requests.get(question) ?? []), messages.map(({ content }) => content).join('\n')]);
  const gates = held.get(question) ?? [];
  response.writeHead(200, { 'Content-Type': 'application/x-ndjson' });
  for (const { word, ...line } of lines(addressed(AGENTS[model].script.turns[turn], request.headers.host))) {
    response.write(`${JSON.stringify({ model, done: false, ...line })}\n`);
    if (word && gates[0]?.word === word) {
      await gates.shift().opened;
    }
  }
  response.end();
}

/** Serves the models of `gated` agents with Ollama's API on a local port. */
export async function serveModels(port) {
  const server = http.createServer((request, response) => {
    const [, page] = request.url.match(/^\/pages\/(\d+)$/) ?? [];
    const done = page ? answerPage(page, response) : answer(request, response);
    done.catch((error) => response.destroy(error));
  });
  await new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
  return () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
}
