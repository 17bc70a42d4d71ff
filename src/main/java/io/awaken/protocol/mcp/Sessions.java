package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.protocol.mcp.call.ClientAbilities;
import io.awaken.rpc.JsonRpcError;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Sessions of clients until 2025-11-25. The signed session id contains the whole session, so every
 * node can read it; it is valid only for the caller who started it (S13). Thread-safe.
 */
public final class Sessions {

  private static final String PURPOSE = "session";

  /** Verified session ids that are cached. */
  static final int REMEMBERED = 1_000;

  private final Signatures signatures;
  private final Ids ids;
  private final Duration lifetime;

  /** Verified session ids; the least recently used is evicted first. */
  private final Map<Holder, Verified> checked =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Holder, Verified> eldest) {
          return size() > REMEMBERED;
        }
      };

  /** A session id with its caller. */
  private record Holder(String id, String tenant, String subject) {}

  /** A verified session. */
  private record Verified(JsonNode claims, Session session) {}

  /**
   * @param ids makes session names unique
   * @param lifetime after which a client must start a new session
   */
  public Sessions(Signatures signatures, Ids ids, Duration lifetime) {
    this.signatures = signatures;
    this.ids = ids;
    this.lifetime = lifetime;
  }

  /**
   * A session.
   *
   * @param name unique among all sessions
   * @param client the client's capabilities
   */
  public record Session(String name, ProtocolVersion version, ClientAbilities client) {}

  /** Starts a session and returns its id. */
  public String begin(Caller caller, ProtocolVersion version, ClientAbilities client) {
    ObjectNode agreed = JsonNodeFactory.instance.objectNode();
    agreed.put("n", ids.next()).put("v", version.text()).put("e", client.forms());
    agreed.put("s", client.sampling()).put("r", client.roots());
    return signatures.sign(PURPOSE, caller, agreed, lifetime);
  }

  /**
   * The session of a request.
   *
   * @throws McpFailure 400 without an id, 404 for an id of another caller or an expired one
   */
  public Session of(McpRequest request) {
    String id = request.headers().session();
    if (id == null) {
      throw McpFailure.of(
          400,
          JsonRpcError.SERVER_ERROR,
          "the header Mcp-Session-Id is required; call initialize first");
    }
    return verified(id, request.caller())
        .map(Verified::session)
        .orElseThrow(
            () ->
                McpFailure.of(
                    404,
                    JsonRpcError.SERVER_ERROR,
                    "unknown or expired session; call initialize again"));
  }

  private Optional<Verified> verified(String id, Caller caller) {
    var holder = new Holder(id, caller.tenant(), caller.subject());
    synchronized (checked) {
      Verified known = checked.get(holder);
      if (known != null && signatures.isInTime(known.claims())) {
        return Optional.of(known);
      }
    }
    Optional<Verified> read = signatures.read(PURPOSE, caller, id).flatMap(Sessions::verified);
    synchronized (checked) {
      read.ifPresentOrElse(agreed -> checked.put(holder, agreed), () -> checked.remove(holder));
    }
    return read;
  }

  private static Optional<Verified> verified(JsonNode claims) {
    return ProtocolVersion.servedOf(claims.path("v").asText())
        .map(version -> new Verified(claims, session(claims, version)));
  }

  private static Session session(JsonNode claims, ProtocolVersion version) {
    var client =
        new ClientAbilities(
            claims.path("e").asBoolean(),
            claims.path("s").asBoolean(),
            claims.path("r").asBoolean());
    return new Session(claims.path("n").asText(), version, client);
  }
}
