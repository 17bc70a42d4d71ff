// Flow: server restart during streaming
// node restart.mjs VERSION BASE: reads an answer while the server is killed and restarted. Prints `loaded`,
// and sends the message after a line on stdin; prints `streaming` when the server may be killed.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { client, load, open, text, until } from './chat.mjs';

const [version, base] = process.argv.slice(2);
const ai = await client(version);
const id = `restart-${process.pid}`;
const chat = open(ai, `${base}/v1/ai-sdk/chat`, { id, body: { agentId: 'slower' } });
console.log('loaded');
await once(process.stdin, 'data');
const sent = chat.sendMessage({ text: 'Go on' });
await until('the first words', () => text(chat).includes('word3'));
console.log('streaming');
await sent;
assert.equal(chat.status, 'error', 'the client reports that the stream ended before the run');
const message = chat.lastMessage.id;

const healthy = async () => (await fetch(`${base}/health`).catch(() => undefined))?.ok;
for (let i = 0; !(await healthy()); i++) {
  if (i > 240) throw new Error('the server did not restart');
  await new Promise(resolve => setTimeout(resolve, 500));
}
for (let i = 0; i < 120 && !text(chat).endsWith('word60'); i++) {
  await chat.resumeStream();
  // A complete answer cannot be resumed; the page loads its messages instead.
  chat.messages = await load(base, id);
  await new Promise(resolve => setTimeout(resolve, 500));
}
assert.match(text(chat), /^word1 word2 .* word60$/s);
assert.deepEqual([chat.status, chat.messages.length, chat.lastMessage.id], ['ready', 2, message]);
assert.equal((await load(base, id)).length, 2);
console.log('the answer is whole');
process.exit(0);
