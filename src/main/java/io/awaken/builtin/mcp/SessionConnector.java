package io.awaken.builtin.mcp;

import io.awaken.builtin.mcp.transport.McpException;
import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.builtin.mcp.transport.McpTransport;
import io.awaken.builtin.mcp.transport.McpTransport.MessageHandler;
import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.McpServerSpec.Transport;
import io.awaken.mcp.ProtocolVersion;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Connects to one server and remembers which older ways it needs (features row 1072): a process
 * that ends at the request of the newest revision is started once more and asked for a session; a
 * server over HTTP that takes no messages at its address is asked for an event stream, as until
 * 2024-11-05. Thread-safe.
 */
final class SessionConnector {

  private static final Logger LOG = System.getLogger(McpServers.class.getName());

  /** The answers to {@code initialize} that lead to the older event stream. */
  private static final Set<Integer> NO_MESSAGES = Set.of(400, 404, 405);

  private final McpServerSpec server;
  private final McpEnvironment surroundings;
  private volatile boolean endsAtProbe;
  private volatile boolean needsEventStream;

  SessionConnector(McpServerSpec server, McpEnvironment surroundings) {
    this.server = server;
    this.surroundings = surroundings;
  }

  /** Finds what receives the messages of a session. */
  @FunctionalInterface
  interface Inboxes {
    /**
     * @param session null until it is open
     */
    MessageHandler of(Supplier<McpSession> session);
  }

  /** Opens a transport. */
  @FunctionalInterface
  private interface Opening {
    McpTransport open(MessageHandler general) throws McpException, InterruptedException;
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
   * @param general what receives messages of a session outside of exchanges
   * @throws McpException when no revision is supported by both
   */
  McpSession connect(GuardedHttp via, Inboxes general) throws McpException, InterruptedException {
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
    Opening opening = inbox -> surroundings.transport(server, via, inbox);
    McpException failure;
    try {
      return negotiated(opening, general, endsAtProbe ? Handshake::initialize : Handshake::agree);
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
      McpSession session = negotiated(opening, general, Handshake::initialize);
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

  private McpSession otherwise(McpException refusal, GuardedHttp via, Inboxes general)
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

  private McpSession overEventStream(GuardedHttp via, Inboxes general)
      throws McpException, InterruptedException {
    return negotiated(
        inbox -> surroundings.eventStream(server, via, inbox), general, Handshake::initialize);
  }

  private McpSession negotiated(Opening opening, Inboxes general, Negotiation negotiation)
      throws McpException, InterruptedException {
    var own = new AtomicReference<McpSession>();
    McpTransport transport = opening.open(general.of(own::get));
    var session = new McpSession(transport, surroundings.executor(), server);
    own.set(session);
    try {
      negotiation.with(session);
      return session;
    } catch (McpException | InterruptedException | RuntimeException e) {
      session.close();
      throw e;
    }
  }
}
