// node run.mjs VERSION BASE [FLOW...]: the flows with a version of the client, against a server.
import { client } from './chat.mjs';
import { flows } from './flows.mjs';

const [version, base, ...wanted] = process.argv.slice(2);
const ai = await client(version);
const api = `${base}/v1/ai-sdk/chat`;
let failed = 0;
let passed = 0;
for (const [name, flow] of Object.entries(flows)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  try {
    await flow({ ai, api, base });
    passed++;
    console.log(`ok      ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}: ${error.stack}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
