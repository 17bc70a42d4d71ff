package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.mcp.HeaderParameters;
import io.awaken.mcp.JsonRpcError;
import io.awaken.mcp.McpHeaders;
import io.awaken.protocol.mcp.request.McpFailure;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/**
 * Headers that repeat arguments of a call, since 2026-07-28. Proxies decide by the headers, so both
 * must agree (S14). Stateless.
 */
final class ArgumentHeaders {

  private ArgumentHeaders() {}

  /**
   * Checks a call.
   *
   * @throws McpFailure 400 naming a header that is missing, repeated, unexpected or different
   */
  static void check(HeaderParameters tool, JsonNode arguments, HttpServletRequest request) {
    if (tool.isEmpty()) {
      return;
    }
    Map<String, String> headers = tool.headers(arguments);
    for (String name : tool.names()) {
      List<String> sent = Collections.list(request.getHeaders(name));
      String expected = headers.get(name);
      boolean fits =
          expected == null
              ? sent.isEmpty()
              : sent.size() == 1
                  && McpHeaders.decoded(sent.getFirst()).equals(McpHeaders.decoded(expected));
      if (!fits) {
        throw McpFailure.of(
            400,
            JsonRpcError.HEADER_MISMATCH,
            "the header %s does not match: the body has %s"
                .formatted(name, expected == null ? "no such argument" : "another value"));
      }
    }
  }
}
