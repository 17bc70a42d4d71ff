package io.awaken.protocol.mcp.request;

import io.awaken.core.run.Caller;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.ws.rs.container.AsyncResponse;

/**
 * One HTTP request, whose response is suspended.
 *
 * @param caller who makes it
 * @param headers those of the protocol
 */
public record McpRequest(
    Caller caller, Headers headers, HttpServletRequest request, AsyncResponse response) {

  /**
   * What the headers say; null for those that are not there.
   *
   * @param version {@code MCP-Protocol-Version}
   * @param session {@code Mcp-Session-Id}
   * @param method {@code Mcp-Method}
   * @param name {@code Mcp-Name}
   * @param accept {@code Accept}
   */
  public record Headers(String version, String session, String method, String name, String accept) {

    /** Whether the client can read a stream. */
    public boolean acceptsStream() {
      return accept == null || accept.contains("text/event-stream") || accept.contains("*/*");
    }
  }
}
