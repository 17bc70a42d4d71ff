package io.awaken.protocol.mcp;

import io.awaken.core.run.Caller;
import io.awaken.http.stream.PendingResponse;
import io.awaken.mcp.McpHeaders;
import jakarta.servlet.http.HttpServletRequest;

/**
 * One HTTP request.
 *
 * @param caller who sends it
 * @param headers the protocol headers
 * @param response resumed once, with the answer or when a stream is over; the request is suspended
 *     then, or still on its own thread
 */
public record McpRequest(
    Caller caller, Headers headers, HttpServletRequest request, PendingResponse response) {

  /** The request, suspended for a stream or an answer that comes later; on its own thread. */
  public HttpServletRequest suspended() {
    if (!request.isAsyncStarted()) {
      request.startAsync().setTimeout(0);
    }
    return request;
  }

  /**
   * The protocol headers; null for missing ones.
   *
   * @param version {@code MCP-Protocol-Version}
   * @param session {@code Mcp-Session-Id}
   * @param method {@code Mcp-Method}
   * @param name {@code Mcp-Name}
   * @param accept {@code Accept}
   */
  public record Headers(String version, String session, String method, String name, String accept) {

    /** Reads the headers of a request. */
    public static Headers of(HttpServletRequest request) {
      return new Headers(
          request.getHeader(McpHeaders.VERSION),
          request.getHeader(McpHeaders.SESSION),
          request.getHeader(McpHeaders.METHOD),
          request.getHeader(McpHeaders.NAME),
          request.getHeader("Accept"));
    }

    /** Whether the client accepts a stream. */
    public boolean acceptsStream() {
      return accept == null || accept.contains("text/event-stream") || accept.contains("*/*");
    }
  }
}
