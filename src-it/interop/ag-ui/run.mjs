// node run.mjs VERSION BASE KIND [FLOW...]: the flows with a version of the client, against a server.
// KIND is `server`, or `bench` for one that answers each request at once.
import { client } from "./client.mjs";
import { LIVE, OF_BENCH, flows } from "./flows.mjs";

const [version, base, kind, ...wanted] = process.argv.slice(2);
const server = { ag: await client(version), base, version };
const left = kind === "bench" ? LIVE : OF_BENCH;
let failed = 0;
let passed = 0;
for (const [name, flow] of Object.entries(flows)) {
  if (left.includes(name) || (wanted.length > 0 && !wanted.includes(name))) continue;
  try {
    await flow(server);
    passed++;
    console.log(`ok      ${name}`);
  } catch (error) {
    failed++;
    console.log(`FAILED  ${name}: ${error.stack}`);
  }
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
