// Opens each kind of MCP client, with a handler for elicitations.

/** Command of the stdio launcher, a JSON array; without it the clients use HTTP. */
const launcher = process.env.AWAKEN_MCP_STDIO ? JSON.parse(process.env.AWAKEN_MCP_STDIO) : null;

/** Connects a client: "1" (SDK 1), "2" (client 2 with its defaults) or "auto" (client 2 that negotiates the newest version). */
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
    const transport = transportTo({ StreamableHTTPClientTransport, StdioClientTransport }, base, token);
    await client.connect(transport);
    return { client, transport, call: (params, options) => client.callTool(params, undefined, options) };
  }
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const { StdioClientTransport } = await import("@modelcontextprotocol/client/stdio");
  const client = new Client(info, { capabilities, ...(kind === "auto" && { versionNegotiation: { mode: "auto" } }) });
  if (elicits) client.setRequestHandler("elicitation/create", onAsk);
  const transport = transportTo({ StreamableHTTPClientTransport, StdioClientTransport }, base, token);
  await client.connect(transport);
  return { client, transport, call: (params, options) => client.callTool(params, options) };
}

function transportTo({ StreamableHTTPClientTransport, StdioClientTransport }, base, token) {
  const url = base + "/v1/mcp";
  if (launcher) {
    const [command, ...args] = launcher;
    return new StdioClientTransport({ command, args: [...args, "--url", url], env: token ? { AWAKEN_MCP_TOKEN: token } : {} });
  }
  return new StreamableHTTPClientTransport(new URL(url), { requestInit: token ? { headers: { Authorization: "Bearer " + token } } : undefined });
}
