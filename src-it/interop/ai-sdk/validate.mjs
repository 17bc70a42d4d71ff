// node validate.mjs VERSION FILE: reads streams as the client does. Each line of the file is a run:
// {name, streams, whole}. Every chunk must match the client's schema. For the samples and every tenth
// random run, these clients must show the same message: one that reads `streams` and answers in between,
// one that reads `whole` at the end, and one that reconnects during the run (for samples, at every chunk).
import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { body, client, frames, open } from './chat.mjs';

const [version, file] = process.argv.slice(2);
const ai = await client(version);

class Transport extends ai.DefaultChatTransport {
  chunks(stream) {
    return this.processResponseStream(body([stream]));
  }
}
const transport = new Transport({ api: 'nowhere' });

/** The error that a stream reports; undefined when there is none. */
const errorOf = stream => {
  const frame = frames(stream).find(each => each.startsWith('data: {"type":"error",'));
  return frame && JSON.parse(frame.slice('data: '.length)).errorText;
};

/** Asserts that the chunks of a stream match the schema. */
async function check(stream) {
  const chunks = transport.chunks(stream).getReader();
  while (!(await chunks.read()).done);
}

/** Reads a stream into a message; the only error allowed is the one that the stream reports. */
async function read(stream, message) {
  let error;
  let last = message;
  const states = ai.readUIMessageStream({
    message: message && structuredClone(message),
    stream: transport.chunks(stream),
    terminateOnError: false,
    onError: failure => {
      error ??= failure;
    },
  });
  for await (const state of states) last = state;
  assert.equal(error?.message, errorOf(stream), `${error?.stack ?? 'no error was read'}`);
  return last;
}

/** Reads a run in a chat; with `count`, the connection breaks after that many frames and the chat resumes. */
async function readInChat(whole, count) {
  const all = frames(whole);
  const answers = count === undefined ? [body(all)] : [body(all.slice(0, count), true), body(all)];
  const chat = open(ai, 'http://nowhere/chat', { id: 'c', fetch: async () => new Response(answers.shift()) });
  await chat.sendMessage({ text: 'Hello' });
  if (answers.length > 0) {
    assert.equal(chat.messages.length, count > 0 ? 2 : 1, 'the chat showed the frames before the break');
    await chat.resumeStream();
  }
  return chat;
}

const same = (actual, expected) =>
  assert.deepEqual(JSON.parse(JSON.stringify(actual)), JSON.parse(JSON.stringify(expected)));

/** Removes trailing empty steps: a client adds a step only with the part that follows it. */
const withoutEmptySteps = message => ({
  ...message,
  parts: message.parts.slice(0, 1 + message.parts.findLastIndex(part => part.type !== 'step-start')),
});

/** Asserts that all ways to read a run give the same message. @returns the number of reconnects */
async function compare({ streams, whole }, breaks) {
  let message;
  for (const stream of streams) message = await read(stream, message);
  same(message, await read(whole));
  const uninterrupted = await readInChat(whole);
  for (const frame of breaks) {
    const chat = await readInChat(whole, frame);
    assert.equal(chat.messages.length, 2);
    same(withoutEmptySteps(chat.lastMessage), withoutEmptySteps(uninterrupted.lastMessage));
    assert.equal(chat.status, uninterrupted.status);
  }
  return breaks.length;
}

/** The lines of a file; `node:readline` would also split at U+2028. */
async function* linesOf(file) {
  let rest = '';
  for await (const piece of createReadStream(file, 'utf8')) {
    const all = (rest + piece).split('\n');
    rest = all.pop();
    yield* all;
  }
}

/** Compares every tenth random run. */
const COMPARE_EVERY = 10;
let lines = 0;
let reconnects = 0;
for await (const line of linesOf(file)) {
  const run = JSON.parse(line);
  try {
    const count = frames(run.whole).length;
    if (!run.name.startsWith('seed')) {
      reconnects += await compare(run, [...Array(count + 1).keys()]);
    } else if (lines % COMPARE_EVERY === 0) {
      reconnects += await compare(run, [(lines * 7) % (count + 1)]);
    } else {
      for (const stream of run.streams) await check(stream);
    }
  } catch (error) {
    console.log(`FAILED  ${run.name}: ${error.stack}\n${run.whole}`);
    process.exit(1);
  }
  lines++;
}
console.log(`${lines} runs are valid for client version ${version}, with ${reconnects} reconnects`);
