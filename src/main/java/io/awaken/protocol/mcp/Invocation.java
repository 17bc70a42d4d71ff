package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.Caller;
import io.awaken.core.text.CanonicalHash;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.protocol.mcp.call.ClientAbilities;
import io.awaken.rpc.JsonRpcMessage.Request;
import io.awaken.rpc.JsonRpcMessage.Result;

/**
 * A request with the protocol version and capabilities of its client.
 *
 * @param version the negotiated protocol version
 * @param abilities the client's capabilities
 * @param session the client's session; null without one
 */
public record Invocation(
    Request request,
    ProtocolVersion version,
    Abilities abilities,
    String session,
    McpRequest http) {

  /**
   * The client's capabilities.
   *
   * @param client the requests that it can answer
   * @param tasks whether it can poll a task since 2026-07-28
   */
  public record Abilities(ClientAbilities client, boolean tasks) {}

  /**
   * Identifies the request, so that repeating it has no second effect; null for a request that
   * cannot be repeated.
   */
  public String key() {
    return session == null ? null : key(session, request.id());
  }

  /** The key of a request id within a session. */
  public static String key(String session, JsonNode id) {
    return session + "/" + CanonicalHash.ofText(id.toString());
  }

  /** Answers the request with a result. */
  public void answer(ObjectNode result) {
    http.response().resume(McpAnswers.of(new Result(request.id(), result)).build());
  }

  public ObjectNode params() {
    return request.params();
  }

  /** The position where a page begins; null for the first page. */
  public JsonNode cursor() {
    return params().get("cursor");
  }

  public Caller caller() {
    return http.caller();
  }
}
