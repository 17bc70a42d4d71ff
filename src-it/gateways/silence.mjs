// node silence.mjs NAME PORT CERTIFICATE: waits for a run whose model says nothing for 65 s, with a stream and with a request
// that the server answers after a minute.
import { client, run } from './client.mjs';

const [name, port, certificate] = process.argv.slice(2);
const through = client(port, certificate);
let waited;
const types = [];
for await (const { data } of run(through, 'silent')) {
  waited ??= through.send('GET', `/v1/runs/${data.run_id}/wait?timeout_ms=60000`);
  types.push(data.event_type);
}
const { status } = await waited;
const holds = status === 200 && types.at(-1) === 'run_finish';
console.log(`${holds ? 'ok   ' : 'FAIL '} ${name}: a silent stream ends with ${types.at(-1)}, a wait of a minute with ${status}`);
process.exit(holds ? 0 : 1);
