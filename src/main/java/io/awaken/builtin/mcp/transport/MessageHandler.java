package io.awaken.builtin.mcp.transport;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.rpc.JsonRpcError;
import io.awaken.rpc.JsonRpcMessage.Failure;
import io.awaken.rpc.JsonRpcMessage.Notification;
import io.awaken.rpc.JsonRpcMessage.Request;
import io.awaken.rpc.JsonRpcMessage.Response;
import io.awaken.rpc.JsonRpcMessage.Result;

/** Receives a server's notifications and requests. Called on the reading thread; thread-safe. */
@FunctionalInterface
public interface MessageHandler {

  /** Ignores everything. */
  MessageHandler NONE = notification -> {};

  /** Receives a notification. */
  void notified(Notification notification);

  /**
   * Receives a request and answers it now, or later by {@link McpTransport#send}; by default the
   * client supports only {@code ping}.
   *
   * @return null when the answer follows later
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
