package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.mcp.McpMeta;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.protocol.mcp.Capabilities.ServerIdentity;
import io.awaken.rpc.JsonRpcError;
import io.awaken.rpc.JsonRpcMessage;
import io.awaken.rpc.JsonRpcMessage.Notification;
import io.awaken.rpc.JsonRpcMessage.Request;
import java.util.Map;

/** Requests since 2026-07-28, each of which is self-contained. Thread-safe. */
final class ModernEra {

  /**
   * Methods whose results clients may cache, and for how many milliseconds. Clients are not
   * notified of changes in that time; threads and runs change at any time.
   */
  private static final Map<String, Long> KEPT =
      Map.of(
          "server/discover", 5_000L,
          "tools/list", 5_000L,
          "prompts/list", 5_000L,
          "resources/templates/list", 5_000L,
          "resources/list", 0L,
          "resources/read", 0L);

  private static final int NOT_FOUND = 404;

  private final Methods methods;

  /**
   * @param methods without {@code server/discover}; results of simple methods get the fields that
   *     this era requires
   */
  ModernEra(Methods methods) {
    this.methods = new Methods(methods).simple("server/discover", invocation -> discovered());
  }

  void handle(JsonRpcMessage message, McpRequest http) {
    switch (message) {
      case Request request -> request(request, http);
      // Closing the stream cancels a call, so there is nothing to cancel by message.
      case Notification notification -> http.response().resume(McpAnswers.accepted());
      case JsonRpcMessage.Response answer ->
          throw McpFailure.of(
              400, JsonRpcError.INVALID_REQUEST, "only requests and notifications may be posted");
    }
  }

  private void request(Request request, McpRequest http) {
    Envelope envelope = Envelope.of(request, http.headers());
    var invocation =
        new Invocation(
            request, envelope.version(), Capabilities.of(envelope.capabilities()), null, http);
    if (methods.streams(request.method())) {
      methods.answer(invocation, NOT_FOUND);
    } else {
      invocation.answer(finished(request.method(), methods.result(invocation, NOT_FOUND)));
    }
  }

  private static ObjectNode discovered() {
    ObjectNode result = JsonNodeFactory.instance.objectNode();
    var versions = result.putArray("supportedVersions");
    ProtocolVersion.modernOnes().forEach(version -> versions.add(version.text()));
    result.set("capabilities", ServerIdentity.capabilities(ProtocolVersion.V2026_07_28));
    result.put("instructions", ServerIdentity.instructions());
    result.putObject(McpMeta.FIELD).set(McpMeta.SERVER_INFO, ServerIdentity.info());
    return result;
  }

  /** Results depend on the caller, so shared caches must not store them. */
  private static ObjectNode finished(String method, ObjectNode result) {
    if (!result.has("resultType")) {
      result.put("resultType", "complete");
    }
    Long millis = KEPT.get(method);
    return millis == null ? result : result.put("ttlMs", millis).put("cacheScope", "private");
  }
}
