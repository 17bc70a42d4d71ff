package io.awaken.protocol.mcp.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.mcp.JsonRpcError;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.protocol.mcp.call.ClientAbilities;
import io.awaken.protocol.mcp.request.McpFailure;
import io.awaken.protocol.mcp.request.McpRequest;
import java.time.Duration;

/**
 * Sessions of clients until 2025-11-25. The id of a session is all there is of it: signed, so that
 * every node knows what was agreed, and good for the caller who began it (S13). Thread-safe.
 */
public final class Sessions {

  private static final String PURPOSE = "session";

  private final Signatures signatures;
  private final Ids ids;
  private final Duration lifetime;

  /**
   * @param ids tell sessions of one caller apart
   * @param lifetime after which a client has to begin anew
   */
  public Sessions(Signatures signatures, Ids ids, Duration lifetime) {
    this.signatures = signatures;
    this.ids = ids;
    this.lifetime = lifetime;
  }

  /**
   * What was agreed.
   *
   * @param name tells the session apart from all others
   * @param client what the client can be asked for
   */
  public record Session(String name, ProtocolVersion version, ClientAbilities client) {}

  /** Begins a session; its id. */
  public String begin(Caller caller, ProtocolVersion version, ClientAbilities client) {
    ObjectNode agreed = JsonNodeFactory.instance.objectNode();
    agreed.put("n", ids.next()).put("v", version.text()).put("e", client.forms());
    agreed.put("s", client.sampling()).put("r", client.roots());
    return signatures.sign(PURPOSE, caller, agreed, lifetime);
  }

  /**
   * The session of a request.
   *
   * @throws McpFailure 400 without an id, 404 for one that the caller did not get or that is too
   *     old
   */
  public Session of(McpRequest request) {
    String id = request.headers().session();
    if (id == null) {
      throw McpFailure.of(
          400,
          JsonRpcError.SERVER_ERROR,
          "the header Mcp-Session-Id is required; begin with initialize");
    }
    return signatures
        .read(PURPOSE, request.caller(), id)
        .flatMap(
            said ->
                ProtocolVersion.of(said.path("v").asText()).map(version -> session(said, version)))
        .orElseThrow(
            () ->
                McpFailure.of(
                    404, JsonRpcError.SERVER_ERROR, "there is no such session; begin anew"));
  }

  private static Session session(JsonNode said, ProtocolVersion version) {
    var client =
        new ClientAbilities(
            said.path("e").asBoolean(), said.path("s").asBoolean(), said.path("r").asBoolean());
    return new Session(said.path("n").asText(), version, client);
  }
}
