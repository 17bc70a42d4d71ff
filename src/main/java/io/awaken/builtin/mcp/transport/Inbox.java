package io.awaken.builtin.mcp.transport;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.mcp.JsonRpcError;
import io.awaken.mcp.JsonRpcMessage.Failure;
import io.awaken.mcp.JsonRpcMessage.Notification;
import io.awaken.mcp.JsonRpcMessage.Request;
import io.awaken.mcp.JsonRpcMessage.Response;
import io.awaken.mcp.JsonRpcMessage.Result;

/** Takes messages of a server that answer nothing. Called on the thread that reads; thread-safe. */
@FunctionalInterface
public interface Inbox {

  /** Passes over all of them. */
  Inbox NONE = said -> {};

  /** Something that nobody answers. */
  void notified(Notification said);

  /**
   * Something that is answered, at once or later by {@link McpTransport#say}; without capabilities
   * of the client only {@code ping} is.
   *
   * @return null when the answer comes later
   */
  default Response asked(Request request) {
    return request.method().equals("ping")
        ? new Result(request.id(), JsonNodeFactory.instance.objectNode())
        : new Failure(
            request.id(),
            new JsonRpcError(
                JsonRpcError.METHOD_NOT_FOUND, "the client does not offer " + request.method()));
  }
}
