package io.awaken.builtin.mcp.transport;

import io.awaken.mcp.JsonRpcMessage.Request;
import java.time.Duration;
import java.util.Map;

/**
 * A request and what may come before its response.
 *
 * @param request its id is a whole number, used once
 * @param headers that go with it over HTTP beside those of every request; none over other
 *     transports
 * @param limit for all of it
 * @param inbox takes what comes before the response
 */
public record Exchange(Request request, Map<String, String> headers, Duration limit, Inbox inbox) {

  public Exchange {
    headers = Map.copyOf(headers);
  }
}
