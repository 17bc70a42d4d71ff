// Operator calls: system information, modules, providers and the queues of a tenant.
import assert from "node:assert/strict";
import { client, done, refused } from "./answers.js";

export async function operators(): Promise<void> {
  const info = done(await client.GET("/v1/system/info"));
  assert.equal(info.scope_id, "default");
  assert.ok(info.uptime_seconds >= 0);
  assert.deepEqual(info.mcp_servers, []);
  assert.deepEqual(info.a2a_servers, []);
  const unknown = await client.POST("/v1/mcp-servers/{id}/tools/{name}/approve", {
    params: { path: { id: "none", name: "read" } },
    body: { hash: "0".repeat(64) },
  });
  refused(unknown, 404, "tool_not_found");
  const link = await client.POST("/v1/mcp-servers/{id}/authorize", {
    params: { path: { id: "none" } },
  });
  refused(link, 404, "server_not_found");
  const back = await client.GET("/v1/mcp-servers/oauth/callback", {
    params: { query: { code: "c", state: "made-up" } },
  });
  refused(back, 400, "not_available");
  assert.ok(done(await client.GET("/v1/system/modules")).includes("permission"));
  const path = { id: "catalogue" };
  const offered = done(await client.GET("/v1/providers/{id}/models", { params: { path } }));
  assert.deepEqual(offered, { items: ["model-1"], has_more: false });
  const tested = done(await client.POST("/v1/providers/{id}/test", { params: { path } }));
  assert.ok(tested.ok && tested.latency_ms >= 0 && !tested.error);
  const letters = done(await client.GET("/v1/mailbox", { params: { query: { limit: 1 } } }));
  assert.deepEqual(letters.items, []);
  const accepted = done(await client.GET("/v1/mailbox", { params: { query: { status: "accepted", limit: 1 } } }));
  assert.equal(accepted.items.length, 1);
  assert.ok(accepted.total > 1 && accepted.next_cursor);
  const failed = done(await client.GET("/v1/deliveries", { params: { query: { limit: 1 } } }));
  assert.deepEqual(failed.items, []);
  const redriven = await client.POST("/v1/deliveries/{thread}/{id}/redrive", {
    params: { path: { thread: "none", id: "none" } },
  });
  refused(redriven, 404, "delivery_not_found");
  const forged = await client.POST("/v1/answers", { body: { token: "forged", action: "show" } });
  refused(forged, 403, "invalid_token");
}
