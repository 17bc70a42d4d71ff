package io.awaken.protocol.mcp;

import io.awaken.http.oauth.ProtectedServlet;
import jakarta.inject.Inject;

/**
 * The single URL of the MCP server, for clients of both eras (features row 243). It is a servlet
 * because JAX-RS would cost more than most tool calls. Thread-safe.
 */
public class McpServlet extends ProtectedServlet {

  private static final long serialVersionUID = 1L;

  /** The path below the API. */
  public static final String PATH = "mcp";

  @Inject private transient McpServer server;

  @Override
  protected void serve(CheckedRequest checked) {
    var http =
        new McpRequest(
            checked.caller(),
            McpRequest.Headers.of(checked.request()),
            checked.request(),
            checked.response());
    switch (checked.request().getMethod()) {
      case "POST" -> server.post(checked.body(), http);
      // Clients until 2025-11-25 resume a stream or read notifications; later clients get 405.
      case "GET" -> server.resume(checked.request().getHeader("Last-Event-ID"), http);
      // Sessions expire on their own, so a client cannot end one.
      default -> checked.response().resume(McpAnswers.of(null, LegacyEra.notOffered()));
    }
  }
}
