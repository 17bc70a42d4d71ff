package io.awaken.protocol.mcp;

import io.awaken.http.resource.ProtectedServlet;
import io.awaken.protocol.mcp.request.McpAnswers;
import io.awaken.protocol.mcp.request.McpRequest;
import jakarta.inject.Inject;

/**
 * The one URL of the MCP server, for clients of both eras (features row 243). A servlet, since most
 * calls of tools take less than what JAX-RS does for a request. Thread-safe.
 */
public class McpServlet extends ProtectedServlet {

  private static final long serialVersionUID = 1L;

  /** Where it stands, below the API. */
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
      // The rest of a stream, or the notices of a session, until 2025-11-25; later clients get 405.
      case "GET" -> server.resume(checked.request().getHeader("Last-Event-ID"), http);
      // Sessions end by themselves: there is nothing of them that a client could end.
      default -> checked.response().resume(McpAnswers.of(null, LegacyEra.notOffered()));
    }
  }
}
