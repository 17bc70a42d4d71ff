// node run.mjs VERSION BASE [FLOW...]: the flows with a version of the client, against a server, all at once.
import { client } from './chat.mjs';
import { flows } from './flows.mjs';

const [version, base, ...wanted] = process.argv.slice(2);
const server = { ai: await client(version), api: `${base}/v1/ai-sdk/chat`, base };
const chosen = Object.entries(flows).filter(([name]) => wanted.length === 0 || wanted.includes(name));
const outcomes = await Promise.all(
  chosen.map(async ([name, flow]) => {
    const begun = performance.now();
    const error = await flow(server).then(() => undefined, failure => failure);
    const took = `${Math.round(performance.now() - begun)} ms`;
    console.log(error ? `FAILED  ${name}, ${took}: ${error.stack}` : `ok      ${name}, ${took}`);
    return error === undefined;
  }),
);
const failed = outcomes.filter(well => !well).length;
console.log(`${outcomes.length - failed} passed, ${failed} failed`);
process.exit(failed === 0 && outcomes.length > 0 ? 0 : 1);
