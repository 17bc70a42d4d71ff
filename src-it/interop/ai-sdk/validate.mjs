// node validate.mjs VERSION FILE: reads streams as the client does. Each line of the file is a run:
// {name, streams, whole}. Every chunk must fit the client's schema. Of the samples, and of each tenth
// random run, the streams of a client that answers in between, and the one of a client that comes back
// at the end, must show the same message; and so must that of a client that comes back in the midst: of
// samples at every chunk.
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

/** The error that a stream tells; undefined for none. */
const told = stream => {
  const frame = frames(stream).find(each => each.startsWith('data: {"type":"error",'));
  return frame && JSON.parse(frame.slice('data: '.length)).errorText;
};

/** Reads a stream, whose chunks must fit the schema. */
async function check(stream) {
  const chunks = transport.chunks(stream).getReader();
  while (!(await chunks.read()).done);
}

/** Reads a stream into a message; no error may come of it but the one that it tells. */
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
  assert.equal(error?.message, told(stream), `${error?.stack ?? 'no error was read'}`);
  return last;
}

/** A client that reads all at once, or loses its connection behind so many frames and comes back. */
async function chatted(whole, count) {
  const all = frames(whole);
  const answers = count === undefined ? [body(all)] : [body(all.slice(0, count), true), body(all)];
  const chat = open(ai, 'http://nowhere/chat', { id: 'c', fetch: async () => new Response(answers.shift()) });
  await chat.sendMessage({ text: 'Hello' });
  if (answers.length > 0) {
    assert.equal(chat.messages.length, count > 0 ? 2 : 1, 'it had shown what came before');
    await chat.resumeStream();
  }
  return chat;
}

const same = (actual, expected) =>
  assert.deepEqual(JSON.parse(JSON.stringify(actual)), JSON.parse(JSON.stringify(expected)));

/** A message without steps in which nothing is: clients tell of them only with what follows. */
const shown = message => ({
  ...message,
  parts: message.parts.slice(0, 1 + message.parts.findLastIndex(part => part.type !== 'step-start')),
});

/** Whoever reads a run in one way or another sees the same. @returns how often one came back in its midst */
async function compare({ streams, whole }, breaks) {
  let message;
  for (const stream of streams) message = await read(stream, message);
  same(message, await read(whole));
  const uninterrupted = await chatted(whole);
  for (const frame of breaks) {
    const chat = await chatted(whole, frame);
    assert.equal(chat.messages.length, 2);
    same(shown(chat.lastMessage), shown(uninterrupted.lastMessage));
    assert.equal(chat.status, uninterrupted.status);
  }
  return breaks.length;
}

/** The lines of a file, which `node:readline` would also break at U+2028. */
async function* linesOf(file) {
  let rest = '';
  for await (const piece of createReadStream(file, 'utf8')) {
    const all = (rest + piece).split('\n');
    rest = all.pop();
    yield* all;
  }
}

const EACH = 10;
let lines = 0;
let reconnects = 0;
for await (const line of linesOf(file)) {
  const run = JSON.parse(line);
  try {
    const count = frames(run.whole).length;
    if (!run.name.startsWith('seed')) {
      reconnects += await compare(run, [...Array(count + 1).keys()]);
    } else if (lines % EACH === 0) {
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
console.log(`${lines} runs are as the client of version ${version} wants them, with ${reconnects} reconnects`);
