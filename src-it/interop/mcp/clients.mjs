// One way to open each of the clients, and to say what they do when the server asks.

/** A client of a generation: "1" (sdk 1), "2" (client 2 as it comes), "auto" (client 2 that looks for the newest era). */
export async function open(kind, base, { elicits, onAsk, token } = {}) {
  const url = new URL(base + "/v1/mcp");
  const requestInit = token ? { headers: { Authorization: "Bearer " + token } } : undefined;
  const capabilities = elicits ? { elicitation: {} } : {};
  const info = { name: "awaken-interop", version: "1" };
  if (kind === "1") {
    const { Client } = await import("@modelcontextprotocol/sdk/client/index.js");
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/sdk/client/streamableHttp.js");
    const { ElicitRequestSchema } = await import("@modelcontextprotocol/sdk/types.js");
    const client = new Client(info, { capabilities });
    if (elicits) client.setRequestHandler(ElicitRequestSchema, onAsk);
    const transport = new StreamableHTTPClientTransport(url, { requestInit });
    await client.connect(transport);
    return { client, transport, call: (params, options) => client.callTool(params, undefined, options) };
  }
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const client = new Client(info, { capabilities, ...(kind === "auto" && { versionNegotiation: { mode: "auto" } }) });
  if (elicits) client.setRequestHandler("elicitation/create", onAsk);
  const transport = new StreamableHTTPClientTransport(url, { requestInit });
  await client.connect(transport);
  return { client, transport, call: (params, options) => client.callTool(params, options) };
}
