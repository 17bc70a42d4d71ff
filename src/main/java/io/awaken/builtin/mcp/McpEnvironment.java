package io.awaken.builtin.mcp;

import io.awaken.builtin.mcp.transport.EventStreamTransport;
import io.awaken.builtin.mcp.transport.HttpTransport;
import io.awaken.builtin.mcp.transport.McpException;
import io.awaken.builtin.mcp.transport.McpTransport;
import io.awaken.builtin.mcp.transport.McpTransport.MessageHandler;
import io.awaken.builtin.mcp.transport.StdioTransport;
import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.outbound.Sleeper;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.Secret;
import io.awaken.oauth.OAuthClients;
import io.awaken.oauth.ServerLogin;
import io.awaken.rpc.StdioProcess;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

/**
 * The environment of MCP servers.
 *
 * @param http HTTP client restricted to the addresses that the operator allows
 * @param stdio whether servers may be local processes
 * @param executor runs each task on its own thread, for example a virtual one
 * @param processes the same for tasks that block a platform thread on the streams of processes
 * @param pause waits
 * @param pins stores the accepted hashes of tools
 * @param oauth obtains tokens
 */
public record McpEnvironment(
    GuardedHttp http,
    boolean stdio,
    Executor executor,
    Executor processes,
    Sleeper pause,
    ToolPins pins,
    OAuthClients oauth) {

  private static final Logger LOG = System.getLogger(McpServers.class.getName());
  private static final String MARK = "[redacted]";

  /** Shorter values would match in any text. */
  private static final int SECRET = 6;

  /** Returns the source of a server's tokens; null when it needs none. */
  ServerLogin login(McpServerSpec spec) {
    return spec.auth() == null ? null : oauth.login(spec, http, pause);
  }

  /**
   * Creates a transport to a server; stdio starts its process.
   *
   * @param via HTTP client for the server
   */
  McpTransport transport(McpServerSpec spec, GuardedHttp via, MessageHandler general)
      throws McpException {
    if (spec.transport() == McpServerSpec.Transport.HTTP) {
      return new HttpTransport(via, URI.create(spec.url()), revealed(spec.headers()), pause);
    }
    if (!stdio) {
      throw new McpException(
          McpException.Kind.NOT_ALLOWED,
          "servers over stdio are not allowed; the setting awaken.mcp.stdio allows them");
    }
    List<String> command = new ArrayList<>(List.of(spec.command()));
    spec.args().forEach(arg -> command.add(arg.reveal()));
    return StdioTransport.start(
        new StdioProcess.Program(command, revealed(spec.env()), processes, line -> log(spec, line)),
        general);
  }

  /**
   * Opens the older event stream of a server over HTTP.
   *
   * @param via HTTP client for the server
   */
  McpTransport eventStream(McpServerSpec spec, GuardedHttp via, MessageHandler general)
      throws McpException, InterruptedException {
    return EventStreamTransport.open(
        new EventStreamTransport.Target(
            via, URI.create(spec.url()), revealed(spec.headers()), executor),
        general,
        Duration.ofMillis(spec.timeoutMs()));
  }

  private static void log(McpServerSpec spec, String line) {
    String redacted =
        Stream.concat(spec.args().stream(), spec.env().values().stream())
            .map(Secret::reveal)
            .filter(value -> value.length() >= SECRET)
            .reduce(line, (text, secret) -> text.replace(secret, MARK));
    LOG.log(Level.INFO, "MCP server {0} logged: {1}", spec.id(), redacted);
  }

  private static Map<String, String> revealed(Map<String, Secret> values) {
    var revealed = new HashMap<String, String>();
    values.forEach((name, value) -> revealed.put(name, value.reveal()));
    return revealed;
  }
}
