// node validate.mjs VERSION PATH...: validates recorded AG-UI streams with the official schemas and verifiers.
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { from, lastValueFrom, toArray } from "rxjs";

const [version, ...paths] = process.argv.slice(2);
const current = version === "1.0";
const { verifyEvents } = await import(current ? "ag-ui-client" : "ag-ui-client-0");
const schemas = current ? await import("ag-ui-core/schemas") : await import("ag-ui-core-0");

function files(path) {
  return statSync(path).isDirectory() ? readdirSync(path).sort().map((name) => join(path, name)) : [path];
}

/** The runs of a file, which a line `=` separates. */
function runs(file) {
  return readFileSync(file, "utf8").split("=\n").filter((run) => run.length > 0);
}

function events(run) {
  return run
    .split("\n")
    .filter((line) => line.startsWith("data: "))
    .map((line) => JSON.parse(line.slice("data: ".length)));
}

let passed = 0;
let failed = 0;
let checked = 0;
for (const file of paths.flatMap(files)) {
  for (const run of runs(file)) {
    try {
      const all = events(run).map((event) => schemas.EventSchemas.parse(event));
      if (all.length === 0 || !["RUN_FINISHED", "RUN_ERROR"].includes(all.at(-1).type)) {
        throw new Error("the last event is " + all.at(-1)?.type);
      }
      checked += all.length;
      await lastValueFrom(from(all).pipe(verifyEvents(), toArray()));
      passed++;
    } catch (error) {
      failed++;
      if (failed <= 5) {
        console.log(`${file}: ${error.message}\n${run.slice(0, 2000)}`);
      }
    }
  }
}
console.log(`${version}: ${passed} passed, ${failed} failed, ${checked} events`);
process.exit(failed === 0 && passed > 0 ? 0 : 1);
