package io.awaken.protocol.mcp.request;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.Caller;
import io.awaken.mcp.JsonRpcMessage.Request;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.protocol.mcp.call.ClientAbilities;

/**
 * A request with what is known of the client that sends it.
 *
 * @param version that client and server speak
 * @param abilities what the client says that it can do
 * @param session the name of the client's session; null where there are none
 */
public record Asked(
    Request request,
    ProtocolVersion version,
    Abilities abilities,
    String session,
    McpRequest http) {

  /**
   * What a client can do.
   *
   * @param client what it can be asked for
   * @param tasks whether it can poll a task since 2026-07-28
   */
  public record Abilities(ClientAbilities client, boolean tasks) {}

  /**
   * Names the request, so that repeating it has no second effect; null for a request that cannot
   * come again.
   */
  public String key() {
    return session == null ? null : key(session, request.id());
  }

  /** A request of this id in this session, wherever and however often it comes. */
  public static String key(String session, JsonNode id) {
    return session + "/" + Keys.digest(id.toString());
  }

  public ObjectNode params() {
    return request.params();
  }

  /** Where a page of a list begins; null for the first one. */
  public JsonNode cursor() {
    return params().get("cursor");
  }

  public Caller caller() {
    return http.caller();
  }
}
