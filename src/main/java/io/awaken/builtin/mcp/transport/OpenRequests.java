package io.awaken.builtin.mcp.transport;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.builtin.mcp.transport.McpTransport.Exchange;
import io.awaken.builtin.mcp.transport.McpTransport.MessageHandler;
import io.awaken.core.text.WholeText;
import io.awaken.mcp.McpMeta;
import io.awaken.rpc.JsonRpcMessage.Notification;
import io.awaken.rpc.JsonRpcMessage.Request;
import io.awaken.rpc.JsonRpcMessage.Response;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The requests of one transport that wait for their responses. Progress and cancellations reach the
 * request that they name, on whatever stream they arrive. Thread-safe.
 *
 * @param <R> how the transport waits for a response
 */
final class OpenRequests<R extends OpenRequests.Open> {

  private static final int MAX_REASON = 500;

  /** How many ids of the server's own requests are remembered. */
  private static final int MAX_REMEMBERED = 1_000;

  private final Map<String, R> open = new ConcurrentHashMap<>();

  /**
   * Both sides number their requests independently, so a cancellation with the id of a request of
   * the server refers to that request.
   */
  private final Set<JsonNode> ofServer =
      Collections.synchronizedSet(
          Collections.newSetFromMap(
              new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<JsonNode, Boolean> eldest) {
                  return size() > MAX_REMEMBERED;
                }
              }));

  /** A request that waits for its response. */
  interface Open {

    Exchange exchange();

    /** Its deadline has been restarted. */
    default void restarted() {}

    /** Ends the wait. */
    void fail(McpException why);
  }

  void add(R request) {
    open.put(id(request), request);
  }

  void remove(R request) {
    open.remove(id(request), request);
  }

  private static String id(Open request) {
    return request.exchange().request().id().asText();
  }

  /** Returns the request with an id; null for none. */
  R find(JsonNode id) {
    return id == null || !id.isValueNode() ? null : open.get(id.asText());
  }

  Collection<R> all() {
    return open.values();
  }

  /** Returns an inbox that passes everything that names no request to another one. */
  MessageHandler before(MessageHandler other) {
    return new MessageHandler() {
      @Override
      public void notified(Notification notification) {
        switch (notification.method()) {
          case "notifications/progress" -> progressed(notification, other);
          case "notifications/cancelled" -> cancelled(notification, other);
          default -> other.notified(notification);
        }
      }

      @Override
      public Response asked(Request request) {
        ofServer.add(request.id());
        return other.asked(request);
      }
    };
  }

  private void progressed(Notification notification, MessageHandler other) {
    R named = find(notification.params().get(McpMeta.PROGRESS_TOKEN));
    if (named == null) {
      other.notified(notification);
      return;
    }
    named.exchange().deadline().restart();
    named.restarted();
    named.exchange().inbox().notified(notification);
  }

  private void cancelled(Notification notification, MessageHandler other) {
    JsonNode id = notification.params().get("requestId");
    R named = find(id);
    if (named == null || ofServer.contains(id)) {
      other.notified(notification);
      return;
    }
    String reason = notification.params().path("reason").asText("");
    named.fail(
        new McpException(
            Kind.CANCELLED,
            "it cancelled the request"
                + (reason.isBlank() ? "" : ": " + WholeText.cut(reason, MAX_REASON))));
  }
}
