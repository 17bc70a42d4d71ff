package io.awaken.builtin.mcp;

import io.awaken.builtin.mcp.transport.Inbox;
import io.awaken.builtin.mcp.transport.McpException;
import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.builtin.mcp.transport.McpTransport;
import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.McpServerSpec.Transport;
import io.awaken.mcp.ProtocolVersion;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;

/**
 * Connects to one server and remembers which older ways it needs (features row 1072): a process
 * that ends at the request of the newest revision is started once more and asked for a session; a
 * server over HTTP that takes no messages at its address is asked for an event stream, as until
 * 2024-11-05. Thread-safe.
 */
final class Connector {

  private static final Logger LOG = System.getLogger(McpServers.class.getName());

  /** The answers to {@code initialize} that lead to the older event stream. */
  private static final Set<Integer> NO_MESSAGES = Set.of(400, 404, 405);

  private final McpServerSpec server;
  private final Surroundings surroundings;
  private volatile boolean endsAtProbe;
  private volatile boolean needsEventStream;

  Connector(McpServerSpec server, Surroundings surroundings) {
    this.server = server;
    this.surroundings = surroundings;
  }

  /** Opens a transport. */
  @FunctionalInterface
  private interface Opening {
    McpTransport open() throws McpException, InterruptedException;
  }

  /** Negotiates over an open connection. */
  @FunctionalInterface
  private interface Negotiation {
    void with(McpSession session) throws McpException, InterruptedException;
  }

  /**
   * Connects and agrees on a revision.
   *
   * @param via HTTP client for the server
   * @param general receives messages outside of exchanges
   * @throws McpException when no revision is supported by both
   */
  McpSession connect(GuardedHttp via, Inbox general) throws McpException, InterruptedException {
    if (needsEventStream) {
      try {
        return overEventStream(via, general);
      } catch (McpException e) {
        if (e.kind() != Kind.STATUS) {
          throw e;
        }
        // The server was upgraded.
        needsEventStream = false;
      }
    }
    Opening opening = () -> surroundings.transport(server, via, general);
    McpException failure;
    try {
      return negotiated(opening, endsAtProbe ? Handshake::initialize : Handshake::agree);
    } catch (McpException e) {
      failure = e;
    }
    if (mayEndAtProbe(failure)) {
      LOG.log(
          Level.INFO,
          "the process of MCP server {0} gave no answer ({1}); it is started once more and asked"
              + " for an older revision",
          server.id(),
          failure.getMessage());
      McpSession session = negotiated(opening, Handshake::initialize);
      endsAtProbe = true;
      return session;
    }
    if (mayNeedEventStream(failure)) {
      return otherwise(failure, via, general);
    }
    throw failure;
  }

  private boolean mayEndAtProbe(McpException failure) {
    return failure.kind() == Kind.UNREACHABLE
        && !endsAtProbe
        && server.transport() == Transport.STDIO
        && server.revision() == null;
  }

  private boolean mayNeedEventStream(McpException failure) {
    boolean modern =
        ProtocolVersion.of(server.revision()).map(ProtocolVersion::modern).orElse(false);
    return failure.kind() == Kind.STATUS
        && NO_MESSAGES.contains(failure.status())
        && server.transport() == Transport.HTTP
        && !modern;
  }

  private McpSession otherwise(McpException refusal, GuardedHttp via, Inbox general)
      throws McpException, InterruptedException {
    try {
      McpSession session = overEventStream(via, general);
      LOG.log(
          Level.INFO,
          "MCP server {0} takes no messages at its address ({1}); it is used over the event stream"
              + " of revision 2024-11-05",
          server.id(),
          refusal.getMessage());
      needsEventStream = true;
      return session;
    } catch (McpException e) {
      // Without a stream either, the first refusal says more.
      throw e.kind() == Kind.STATUS ? refusal : e;
    }
  }

  private McpSession overEventStream(GuardedHttp via, Inbox general)
      throws McpException, InterruptedException {
    return negotiated(() -> surroundings.eventStream(server, via, general), Handshake::initialize);
  }

  private McpSession negotiated(Opening opening, Negotiation negotiation)
      throws McpException, InterruptedException {
    var session = new McpSession(opening.open(), surroundings.executor(), server);
    try {
      negotiation.with(session);
      return session;
    } catch (McpException | InterruptedException | RuntimeException e) {
      session.close();
      throw e;
    }
  }
}
