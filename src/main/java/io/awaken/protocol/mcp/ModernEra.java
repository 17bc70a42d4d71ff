package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.mcp.JsonRpcError;
import io.awaken.mcp.JsonRpcMessage;
import io.awaken.mcp.JsonRpcMessage.Notification;
import io.awaken.mcp.JsonRpcMessage.Request;
import io.awaken.mcp.JsonRpcMessage.Result;
import io.awaken.mcp.McpMeta;
import io.awaken.mcp.ProtocolVersion;

/** Requests since 2026-07-28: each says all that is needed to answer it. Thread-safe. */
final class ModernEra {

  /** Milliseconds for which a client may keep a list; it is told of no change before. */
  private static final long KEPT_MILLIS = 5_000;

  private final AgentTools tools;
  private final ToolCalls calls;

  ModernEra(AgentTools tools, ToolCalls calls) {
    this.tools = tools;
    this.calls = calls;
  }

  void handle(JsonRpcMessage message, McpRequest http) {
    switch (message) {
      case Request request -> request(request, http);
      // Nothing has to be cancelled by a message: the end of its stream cancels a call.
      case Notification said -> http.response().resume(McpAnswers.accepted());
      case JsonRpcMessage.Response answer ->
          throw McpFailure.of(
              400, JsonRpcError.INVALID_REQUEST, "only requests and notifications may be posted");
    }
  }

  private void request(Request request, McpRequest http) {
    Envelope envelope = Envelope.of(request, http.headers());
    switch (request.method()) {
      case "server/discover" -> answer(request, listed(discovered()), http);
      case "tools/list" ->
          answer(request, listed(tools.page(request.params().get("cursor"))), http);
      case "tools/call" ->
          calls.call(
              request, envelope.version(), Capabilities.forms(envelope.capabilities()), null, http);
      default ->
          throw McpFailure.of(
              404, JsonRpcError.METHOD_NOT_FOUND, "there is no such method: " + request.method());
    }
  }

  private static ObjectNode discovered() {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    var versions = result.putArray("supportedVersions");
    ProtocolVersion.modernOnes().forEach(version -> versions.add(version.text()));
    result.set("capabilities", ServerIdentity.capabilities());
    result.put("instructions", ServerIdentity.instructions());
    result.putObject(McpMeta.FIELD).set(McpMeta.SERVER_INFO, ServerIdentity.info());
    return result;
  }

  /** Who sees what depends on the caller, so nobody may keep a list for others. */
  private static ObjectNode listed(ObjectNode result) {
    return result
        .put("resultType", "complete")
        .put("ttlMs", KEPT_MILLIS)
        .put("cacheScope", "private");
  }

  private static void answer(Request request, ObjectNode result, McpRequest http) {
    http.response().resume(McpAnswers.of(new Result(request.id(), result)).build());
  }
}
