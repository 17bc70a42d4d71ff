package io.awaken.builtin.mcp.transport;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.rpc.JsonRpcError;
import io.awaken.rpc.JsonRpcMessage;
import io.awaken.rpc.JsonRpcMessage.Failure;
import io.awaken.rpc.JsonRpcMessage.Notification;
import io.awaken.rpc.JsonRpcMessage.Request;
import io.awaken.rpc.JsonRpcMessage.Response;
import io.awaken.rpc.JsonRpcMessage.Result;
import java.time.Duration;
import java.util.Map;

/**
 * Carries messages between this client and one server. Thread-safe: requests may be concurrent.
 * After a breach of the protocol or a limit, the exchange ends; a transport that is unusable then
 * fails every later call.
 */
public interface McpTransport extends AutoCloseable {

  /**
   * Sends a request and waits for its response.
   *
   * @return a result, or the server's error
   * @throws McpException when there is no response
   * @throws InterruptedException when the thread was interrupted; the server may still be working
   */
  Response exchange(Exchange exchange) throws McpException, InterruptedException;

  /** Sends a message without a response. */
  void send(JsonRpcMessage message) throws McpException, InterruptedException;

  /**
   * Sets the negotiated revision of later messages.
   *
   * @param version null before negotiation
   */
  void useRevision(ProtocolVersion version);

  /** Returns whether closing the exchange cancels the request at the server. */
  boolean endingCancels();

  /**
   * Receives messages outside of exchanges until the limit or until the server ends the stream.
   * Returns at once where such messages need no separate stream.
   *
   * @throws McpException when the server offers no such stream, or it broke
   */
  default void listen(MessageHandler inbox, Duration limit)
      throws McpException, InterruptedException {}

  /** Returns whether it is usable. */
  boolean open();

  /** Ends all exchanges, and the server's process if there is one. */
  @Override
  void close();

  /**
   * A request, and how to treat messages before its response.
   *
   * @param request its id is a whole number, used once
   * @param headers additional HTTP headers; empty for other transports
   * @param deadline when to stop waiting; progress restarts it
   * @param inbox receives messages before the response
   */
  public record Exchange(
      Request request, Map<String, String> headers, Deadline deadline, MessageHandler inbox) {

    public Exchange {
      headers = Map.copyOf(headers);
    }
  }

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
}
