// node run.mjs VERSION BASE [FLOW...]: runs the flows in parallel with a client version against a server.
import { client } from './chat.mjs';
import { flows } from './flows.mjs';

const [version, base, ...wanted] = process.argv.slice(2);
const server = { ai: await client(version), api: `${base}/v1/ai-sdk/chat`, base };
const chosen = Object.entries(flows).filter(([name]) => wanted.length === 0 || wanted.includes(name));
const outcomes = await Promise.all(
  chosen.map(async ([name, flow]) => {
    const started = performance.now();
    const error = await flow(server).then(() => undefined, failure => failure);
    const took = `${Math.round(performance.now() - started)} ms`;
    console.log(error ? `FAILED  ${name}, ${took}: ${error.stack}` : `ok      ${name}, ${took}`);
    return error === undefined;
  }),
);
const failed = outcomes.filter(passed => !passed).length;
console.log(`${outcomes.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 && outcomes.length > 0 ? 0 : 1);
