// An MCP server of the revision without sessions, based on the official package. Prints its port.
import { createServer } from "node:http";
import { Readable } from "node:stream";
import { acceptedContent, createMcpHandler, inputRequired, McpServer } from "@modelcontextprotocol/server";
import { z } from "zod";

const names = new Set(["add"]);
const seat = z.object({ seat: z.enum(["aisle", "window"]) });
const handler = createMcpHandler(() => {
  const server = new McpServer({ name: "modern", version: "1.0.0" }, { capabilities: { tools: { listChanged: true } } });
  for (const name of names) {
    server.registerTool(
      name,
      {
        description: `Adds two numbers (${name})`,
        inputSchema: z.object({ a: z.number(), b: z.number() }),
        annotations: { readOnlyHint: true },
      },
      async ({ a, b }) => {
        if (!names.has("more")) {
          names.add("more");
          handler.notify.toolsChanged();
        }
        return { content: [{ type: "text", text: String(a + b) }] };
      },
    );
  }
  server.registerTool("book", { description: "Books a seat", inputSchema: z.object({}) }, async (_, ctx) => {
    const chosen = acceptedContent(ctx.mcpReq.inputResponses, "seat", seat);
    const paid = ctx.mcpReq.inputResponses?.pay?.action;
    if (!paid) {
      return inputRequired({
        inputRequests: {
          seat: inputRequired.elicit({ message: "Which seat?", requestedSchema: seat }),
          pay: inputRequired.elicitUrl({ message: "Pay, please.", url: "https://pay.example.com/1" }),
        },
        requestState: "booking-1",
      });
    }
    return { content: [{ type: "text", text: `${ctx.mcpReq.requestState()}: ${chosen?.seat ?? "no seat"}, ${paid}` }] };
  });
  server.registerTool("rhyme", { description: "Asks for a rhyme", inputSchema: z.object({}) }, async (_, ctx) => {
    const response = ctx.mcpReq.inputResponses?.rhyme;
    if (!response) {
      const message = { role: "user", content: { type: "text", text: "Two words that rhyme, please." } };
      return inputRequired({
        inputRequests: { rhyme: inputRequired.createMessage({ messages: [message], maxTokens: 20 }) },
      });
    }
    return { content: [{ type: "text", text: `${response.content.text} by ${response.model}` }] };
  });
  return server;
});

const http = createServer(async (incoming, outgoing) => {
  const body = ["GET", "HEAD"].includes(incoming.method) ? undefined : Readable.toWeb(incoming);
  const closed = new AbortController();
  outgoing.on("close", () => closed.abort());
  const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method,
    headers: incoming.headers,
    body,
    duplex: "half",
    signal: closed.signal,
  });
  const answer = await handler.fetch(request);
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body) {
    Readable.fromWeb(answer.body).on("error", () => outgoing.destroy()).pipe(outgoing);
  } else {
    outgoing.end();
  }
});
http.listen(0, "127.0.0.1", () => console.log(`listening on ${http.address().port}`));
