// node latency.mjs SECONDS CERTIFICATE SERVER-PORT NAME=PORT...: opens 10 streams a second directly and through each gateway,
// and prints the time from the request to the first event. Fails if a gateway's p99 is more than 15 ms above the direct one
// in five rounds.
//
// The streams read a finished run. Starting runs would measure the same gateways, but the p99 of both sides would be that of
// the database and the collector of a busy machine, which differs by more than the limit from one minute to the next.
import { client, events, run } from './client.mjs';

const RATE = 10;
/** Seconds in which the server compiles its code. */
const WARM_UP = 15;
const LIMIT = 15;
/** What a gateway adds is in every round; what other programs on the machine add is not. */
const ROUNDS = 5;

const [seconds, certificate, server, ...gateways] = process.argv.slice(2);
const targets = [
  { name: 'direct', through: client(server) },
  ...gateways.map((each) => each.split('=')).map(([name, port]) => ({ name, through: client(port, certificate) })),
];

async function finishedRun() {
  let id;
  for await (const { data } of run(targets[0].through, 'quick')) id ??= data.run_id;
  return id;
}

async function firstEvent(target, path, times) {
  const begun = performance.now();
  let first;
  for await (const _ of events(await target.through.send('GET', path))) first ??= performance.now() - begun;
  times.push(first);
}

/** The targets take turns, so that no stream waits for that of another target. */
async function measured(target, turn, path, duration) {
  const times = [];
  const streams = [];
  const begun = performance.now() + (turn * 1000) / RATE / targets.length;
  for (let i = 0; i < duration * RATE; i++) {
    const wait = begun + (i * 1000) / RATE - performance.now();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, wait)));
    streams.push(firstEvent(target, path, times));
  }
  await Promise.all(streams);
  return times.sort((a, b) => a - b);
}

const percentile = (sorted, part) => sorted[Math.ceil(sorted.length * part) - 1];
const path = `/v1/runs/${await finishedRun()}/events/stream`;
const all = (duration) => Promise.all(targets.map((target, turn) => measured(target, turn, path, duration)));

/** The gateways that were above the limit in every round. */
const slow = new Set(targets.slice(1));

/** Measures all, and prints the times of one round. */
async function round() {
  const times = await all(Number(seconds));
  const direct = percentile(times[0], 0.99);
  console.log(`ms until the first event, ${RATE} streams a second each for ${seconds} s\n`);
  console.log('| | p50 | p99 | p99 above direct |\n|---|---|---|---|');
  targets.forEach((target, i) => {
    const p99 = percentile(times[i], 0.99);
    console.log(`| ${target.name} | ${percentile(times[i], 0.5).toFixed(1)} | ${p99.toFixed(1)} | ${i ? (p99 - direct).toFixed(1) : ''} |`);
    if (p99 - direct <= LIMIT) slow.delete(target);
  });
  console.log();
}

await all(WARM_UP);
for (let i = 0; i < ROUNDS && slow.size; i++) await round();
for (const { name } of slow) console.log(`FAIL  ${name} adds more than ${LIMIT} ms in each of ${ROUNDS} rounds`);
if (!slow.size) console.log(`ok    no gateway adds more than ${LIMIT} ms`);
process.exit(slow.size ? 1 : 0);
