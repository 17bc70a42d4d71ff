// node inspector.mjs BASE GREETER: tests the server with MCP Inspector's command line, over HTTP and, with AWAKEN_MCP_STDIO, through the launcher.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [base, greeter] = process.argv.slice(2);
const url = base + "/v1/mcp";
const program = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js";
const launcher = process.env.AWAKEN_MCP_STDIO ? JSON.parse(process.env.AWAKEN_MCP_STDIO) : null;
const http = (address) => [address, "--transport", "http"];

function inspect(target, ...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, "--cli", ...target, ...args], { encoding: "utf8", timeout: 60_000 });
  return { status, output: stdout.trim() ? JSON.parse(stdout) : null, error: stderr };
}

function assertLists(target) {
  const { status, output, error } = inspect(target, "--method", "tools/list");
  assert.equal(status, 0, error);
  const tool = output.tools.find((each) => each.name === greeter);
  assert.deepEqual(tool.inputSchema.required, ["message"]);
}

function assertCalls(target) {
  const { status, output, error } = inspect(target, "--method", "tools/call", "--tool-name", greeter, "--tool-arg", "message=Hello?");
  assert.equal(status, 0, error);
  assert.equal(output.content[0].text, output.structuredContent.response);
  assert.ok(output.structuredContent.run_id);
}

const flows = {
  "tools are listed": () => assertLists(http(url)),

  "an agent answers": () => assertCalls(http(url)),

  "invalid arguments are reported"() {
    const { status, output } = inspect(http(url), "--method", "tools/call", "--tool-name", greeter);
    assert.notEqual(status, 0);
    assert.match(output.content[0].text, /message must be/);
  },

  "an unknown tool is reported"() {
    const { status, error } = inspect(http(url), "--method", "tools/call", "--tool-name", "nothing");
    assert.notEqual(status, 0);
    assert.match(error, /nothing/);
  },

  "a wrong address is reported"() {
    const { status, error } = inspect(http(base + "/v1/nothing"), "--method", "tools/list");
    assert.notEqual(status, 0);
    assert.match(error, /404/);
  },
};
if (launcher) {
  const [command, ...args] = launcher;
  const folder = mkdtempSync(join(tmpdir(), "awaken-inspector-"));
  process.on("exit", () => rmSync(folder, { recursive: true }));
  const config = join(folder, "mcp.json");
  writeFileSync(config, JSON.stringify({ mcpServers: { awaken: { command, args: [...args, "--url", url] } } }));
  flows["the launcher gives the same results"] = () => {
    assertLists(["--config", config, "--server", "awaken"]);
    assertCalls(["--config", config, "--server", "awaken"]);
  };
}

let failed = 0;
for (const [name, flow] of Object.entries(flows)) {
  try {
    flow();
    console.log("ok   " + name);
  } catch (error) {
    failed++;
    console.log("FAIL " + name + ": " + (error.stack ?? error));
  }
}
console.log(`${Object.keys(flows).length - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
