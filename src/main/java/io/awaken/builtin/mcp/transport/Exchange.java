package io.awaken.builtin.mcp.transport;

import io.awaken.mcp.JsonRpcMessage.Request;
import java.util.Map;

/**
 * A request, and how to treat messages before its response.
 *
 * @param request its id is a whole number, used once
 * @param headers additional HTTP headers; empty for other transports
 * @param deadline when to stop waiting; progress restarts it
 * @param inbox receives messages before the response
 */
public record Exchange(
    Request request, Map<String, String> headers, Deadline deadline, Inbox inbox) {

  public Exchange {
    headers = Map.copyOf(headers);
  }
}
