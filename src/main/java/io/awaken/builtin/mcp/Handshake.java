package io.awaken.builtin.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.mcp.transport.Deadline;
import io.awaken.builtin.mcp.transport.McpException;
import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.builtin.mcp.transport.McpTransport.MessageHandler;
import io.awaken.mcp.McpError;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.rpc.JsonRpcError;
import io.awaken.rpc.JsonRpcMessage.Failure;
import io.awaken.rpc.JsonRpcMessage.Notification;
import io.awaken.rpc.JsonRpcMessage.Response;
import io.awaken.rpc.JsonRpcMessage.Result;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Negotiates a revision with a server (features row 1072): tries the modern request first and
 * starts a session if the server does not know it. Stateless.
 */
final class Handshake {

  /** For a process that ignores unknown requests. */
  private static final Duration PROBE = Duration.ofSeconds(10);

  private static final int BAD_REQUEST = 400;
  private static final String NAME = "awaken-ee";

  private Handshake() {}

  /** Identifies this client. */
  static ObjectNode client() {
    String version = Handshake.class.getPackage().getImplementationVersion();
    return JsonNodeFactory.instance
        .objectNode()
        .put("name", NAME)
        .put("version", version == null ? "0" : version);
  }

  /**
   * The client's capabilities: elicitation, and sampling where allowed, with tools, without
   * context. No roots.
   */
  static ObjectNode capabilities(boolean samples) {
    ObjectNode capabilities = JsonNodeFactory.instance.objectNode();
    capabilities.set("elicitation", Elicitation.capability());
    if (samples) {
      capabilities.putObject("sampling").putObject("tools");
    }
    return capabilities;
  }

  /**
   * @throws McpException when no revision is supported by both
   */
  static void agree(McpSession session) throws McpException, InterruptedException {
    ProtocolVersion pinned = session.pinned();
    if (pinned != null && !pinned.modern()) {
      initialize(session);
      return;
    }
    session.transport().useRevision(ProtocolVersion.NEWEST);
    JsonNode found = discovered(session);
    if (found == null && pinned != null) {
      throw notPinned(pinned);
    }
    if (found == null) {
      initialize(session);
    } else {
      session.agreed(ProtocolVersion.NEWEST, found.path("capabilities"));
    }
  }

  /** Returns a modern server's description; null when the server is not modern. */
  private static JsonNode discovered(McpSession session) throws McpException, InterruptedException {
    try {
      Response response = discover(session);
      if (response instanceof Failure failure && offersNewest(failure.error())) {
        // The server was upgraded meanwhile.
        response = discover(session);
      }
      return switch (response) {
        case Result done -> speaks(done.result().path("supportedVersions")) ? done.result() : null;
        case Failure failure -> {
          requireSupported(failure.error());
          yield null;
        }
      };
    } catch (McpException e) {
      boolean mute = e.kind() == Kind.TIMEOUT && !session.transport().endingCancels();
      if (mute || e.kind() == Kind.STATUS || e.kind() == Kind.SESSION_LOST) {
        return null;
      }
      throw e;
    }
  }

  private static Response discover(McpSession session) throws McpException, InterruptedException {
    Duration limit = session.limit().compareTo(PROBE) < 0 ? session.limit() : PROBE;
    return session.ask(
        "server/discover",
        null,
        JsonNodeFactory.instance.objectNode(),
        Map.of(),
        MessageHandler.NONE,
        Deadline.fixed(limit));
  }

  private static boolean offersNewest(JsonRpcError error) {
    return error.code() == McpError.UNSUPPORTED_VERSION
        && error.data() != null
        && speaks(error.data().path("supported"));
  }

  private static boolean speaks(JsonNode versions) {
    for (JsonNode each : versions) {
      if (ProtocolVersion.NEWEST.text().equals(each.asText())) {
        return true;
      }
    }
    return false;
  }

  /** A modern server that lists revisions must list a supported one with sessions. */
  private static void requireSupported(JsonRpcError error) throws McpException {
    if (error.code() != McpError.UNSUPPORTED_VERSION || error.data() == null) {
      return;
    }
    for (JsonNode each : error.data().path("supported")) {
      if (ProtocolVersion.of(each.asText()).isPresent()) {
        return;
      }
    }
    throw new McpException(Kind.VERSION, "it supports no known revision of the protocol");
  }

  /** Negotiates a revision with a session. */
  static void initialize(McpSession session) throws McpException, InterruptedException {
    ProtocolVersion pinned = session.pinned();
    JsonNode result =
        accepted(session, pinned == null ? ProtocolVersion.legacy() : List.of(pinned));
    Optional<ProtocolVersion> spoken =
        ProtocolVersion.of(result.path("protocolVersion").asText())
            .filter(version -> !version.modern());
    if (pinned != null && spoken.orElse(null) != pinned) {
      throw notPinned(pinned);
    }
    session.agreed(
        spoken.orElseThrow(
            () -> new McpException(Kind.VERSION, "it supports no known revision of the protocol")),
        result.path("capabilities"));
    session
        .transport()
        .send(new Notification("notifications/initialized", JsonNodeFactory.instance.objectNode()));
  }

  private static McpException notPinned(ProtocolVersion pinned) {
    return new McpException(
        Kind.VERSION,
        "it does not speak the revision " + pinned.text() + ", which its document demands");
  }

  /**
   * Offers revisions until the server accepts one. Some servers refuse a newer one instead of
   * naming their own.
   *
   * @param offers at least one, newest first
   * @throws McpException the refusal of the last one, or another failure
   */
  private static JsonNode accepted(McpSession session, List<ProtocolVersion> offers)
      throws McpException, InterruptedException {
    try {
      return initialized(session, offers.getFirst());
    } catch (McpException e) {
      boolean refused =
          e.kind() == Kind.REFUSED || e.kind() == Kind.STATUS && e.status() == BAD_REQUEST;
      if (!refused || offers.size() == 1) {
        throw e;
      }
      return accepted(session, offers.subList(1, offers.size()));
    }
  }

  private static JsonNode initialized(McpSession session, ProtocolVersion offered)
      throws McpException, InterruptedException {
    session.agreed(offered, JsonNodeFactory.instance.objectNode());
    // The first request has no revision header, since none is negotiated.
    session.transport().useRevision(null);
    ObjectNode params =
        JsonNodeFactory.instance.objectNode().put("protocolVersion", offered.text());
    params.set("capabilities", capabilities(session.samples()));
    params.set("clientInfo", client());
    return session.require("initialize", params);
  }
}
