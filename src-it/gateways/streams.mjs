// node streams.mjs NAME PORT CERTIFICATE: checks streams through a gateway. Prints a line for each check; status 1 if one fails.
import { client, events, run } from './client.mjs';

/** The model pauses 100 ms after each of 20 words: whatever holds events back delays the first ones by more than this. */
const MAX_DELAY = 500;
const WORDS = 20;

const [name, port, certificate] = process.argv.slice(2);

function check(holds, what, detail = '') {
  console.log(`${holds ? 'ok   ' : 'FAIL '} ${what}${detail && ': ' + detail}`);
  if (!holds) process.exit(1);
}

const words = (received) => received.filter((each) => each.data.event_type === 'text_delta');

async function arriveOneByOne(through, protocol) {
  const received = [];
  for await (const event of run(through, 'slow')) received.push(event);
  const arrived = words(received);
  // The clock of the event's time and of its arrival is the same machine's.
  const delay = Math.max(...arrived.map((each) => each.at - Date.parse(each.data.timestamp)));
  const gaps = arrived.slice(1).map((each, i) => each.at - arrived[i].at).sort((a, b) => a - b);
  check(arrived.length === WORDS && delay < MAX_DELAY, `${name}, ${protocol}: each event arrives when it is sent`,
    `${arrived.length} words, gaps of ${gaps[0]} to ${gaps.at(-1)} ms, at most ${delay} ms late`);
}

async function resumes(through, protocol) {
  const received = [];
  let id;
  for await (const event of run(through, 'slow')) {
    id ??= event.data.run_id;
    received.push(event);
    // Leaving the loop closes the stream.
    if (words(received).length === 5) break;
  }
  const last = received.at(-1).id;
  const rest = await through.send('GET', `/v1/runs/${id}/events/stream`, undefined, { 'last-event-id': last });
  for await (const event of events(rest)) received.push(event);
  const order = received.map((each) => each.data.seq);
  check(words(received).length === WORDS && order.every((seq, i) => seq === order[0] + i),
    `${name}, ${protocol}: a closed stream resumes after its last event`, `${order.length} events`);
}

for (const protocol of ['http/1.1', 'h2']) {
  const through = client(port, certificate, protocol);
  await arriveOneByOne(through, protocol);
  await resumes(through, protocol);
  through.close();
}
