// node run.mjs VERSION BASE [FLOW...]: runs the flows with a client version against a server.
import { client, direct, report } from "./client.mjs";
import { flows } from "./flows.mjs";

const [version, base, ...wanted] = process.argv.slice(2);
const ag = await client(version);
const chosen = Object.entries(flows).filter(([name]) => wanted.length === 0 || wanted.includes(name));
await report(Object.fromEntries(chosen), { ag, base, version, make: direct(ag, base) });
