// node validate.mjs VERSION FILE: reads streams as the client does. Each line of the file is a run:
// {name, streams, whole}. Every chunk must fit the client's schema; the streams of a client that
// answers in between, and the one of a client that comes back at the end, must show the same message;
// and so must that of a client that comes back in the midst: of samples at every chunk.
import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { client, open } from './chat.mjs';

const [version, file] = process.argv.slice(2);
const ai = await client(version);
const bytes = new TextEncoder();

const body = (stream, broken) =>
  new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.encode(stream));
      if (broken) {
        controller.error(new TypeError('network error'));
      } else {
        controller.close();
      }
    },
  });

class Transport extends ai.DefaultChatTransport {
  chunks(stream) {
    return this.processResponseStream(body(stream, false));
  }
}
const transport = new Transport({ api: 'nowhere' });

/** Reads a stream into a message. @returns the message, and whether the stream told an error. */
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
  const told = /"type":"error","errorText"/.test(stream);
  assert.equal(error !== undefined, told, `${error?.stack ?? 'no error was read'}`);
  return last;
}

/** A client that reads all at once, or loses its connection behind so many frames and comes back. */
async function chatted(whole, frames) {
  const cut = whole.split('\n\n').slice(0, frames).map(frame => `${frame}\n\n`).join('');
  const answers = frames === undefined ? [() => body(whole, false)] : [() => body(cut, true), () => body(whole, false)];
  const chat = open(ai, 'http://nowhere/chat', { id: 'c', fetch: async () => new Response(answers.shift()()) });
  await chat.sendMessage({ text: 'Hello' });
  if (answers.length > 0) await chat.resumeStream();
  return chat;
}

const same = (actual, expected) =>
  assert.deepEqual(JSON.parse(JSON.stringify(actual)), JSON.parse(JSON.stringify(expected)));

let lines = 0;
let reconnects = 0;
for await (const line of createInterface({ input: createReadStream(file) })) {
  const { name, streams, whole } = JSON.parse(line);
  try {
    let message;
    for (const stream of streams) message = await read(stream, message);
    same(message, await read(whole));
    const frames = whole.split('\n\n').length - 1;
    const sample = !name.startsWith('seed');
    const breaks = sample ? [...Array(frames + 1).keys()] : lines % 10 === 0 ? [(lines * 7) % (frames + 1)] : [];
    const uninterrupted = breaks.length > 0 && (await chatted(whole));
    for (const frame of breaks) {
      const chat = await chatted(whole, frame);
      assert.equal(chat.messages.length, 2);
      same(chat.lastMessage, uninterrupted.lastMessage);
      assert.equal(chat.status, uninterrupted.status);
      reconnects++;
    }
  } catch (error) {
    console.log(`FAILED  ${name}: ${error.stack}\n${whole}`);
    process.exit(1);
  }
  lines++;
}
console.log(`${lines} runs are as the client of version ${version} wants them, with ${reconnects} reconnects`);
