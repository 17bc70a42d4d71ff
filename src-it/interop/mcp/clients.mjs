// One way to open each of the clients, and to say what they do when the server asks.

/** How the launcher is started, as JSON; without it clients send HTTP themselves. */
const launcher = process.env.AWAKEN_MCP_STDIO ? JSON.parse(process.env.AWAKEN_MCP_STDIO) : null;

/** A client of a generation: "1" (sdk 1), "2" (client 2 as it comes), "auto" (client 2 that looks for the newest era). */
export async function open(kind, base, { elicits, onAsk, token } = {}) {
  const capabilities = elicits ? { elicitation: {} } : {};
  const info = { name: "awaken-interop", version: "1" };
  if (kind === "1") {
    const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
    const { StdioClientTransport } = await import("@modelcontextprotocol/sdk/client/stdio.js");
    const { ElicitRequestSchema } = await import("@modelcontextprotocol/sdk/types.js");
    const client = new Client(info, { capabilities });
    if (elicits) client.setRequestHandler(ElicitRequestSchema, onAsk);
    const transport = way({ StreamableHTTPClientTransport, StdioClientTransport }, base, token);
    await client.connect(transport);
    return { client, transport, call: (params, options) => client.callTool(params, undefined, options) };
  }
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
  const client = new Client(info, { capabilities, ...(kind === "auto" && { versionNegotiation: { mode: "auto" } }) });
  if (elicits) client.setRequestHandler("elicitation/create", onAsk);
  const transport = way({ StreamableHTTPClientTransport, StdioClientTransport }, base, token);
  await client.connect(transport);
  return { client, transport, call: (params, options) => client.callTool(params, options) };
}

function way({ StreamableHTTPClientTransport, StdioClientTransport }, base, token) {
  const url = base + "/v1/mcp";
  if (launcher) {
    const [command, ...args] = launcher;
    return new StdioClientTransport({ command, args: [...args, "--url", url], env: token ? { AWAKEN_MCP_TOKEN: token } : {} });
  }
  return new StreamableHTTPClientTransport(new URL(url), { requestInit: token ? { headers: { Authorization: "Bearer " + token } } : undefined });
}
