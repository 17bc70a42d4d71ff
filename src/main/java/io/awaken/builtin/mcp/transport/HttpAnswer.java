package io.awaken.builtin.mcp.transport;

import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.builtin.mcp.transport.McpTransport.MessageHandler;
import io.awaken.core.outbound.AnswerHead;
import io.awaken.core.outbound.OutboundCall;
import io.awaken.core.outbound.SseReader;
import io.awaken.rpc.JsonRpcMessage;
import io.awaken.rpc.JsonRpcMessage.Failure;
import io.awaken.rpc.JsonRpcMessage.Notification;
import io.awaken.rpc.JsonRpcMessage.Request;
import io.awaken.rpc.JsonRpcMessage.Response;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds the response to a request in one HTTP answer, or in several that continue it. For one
 * thread.
 */
final class HttpAnswer {

  private final Request request;
  private final MessageHandler inbox;
  private final Reply reply;
  private int messages;
  private String lastId;
  private long retryMillis = McpLimits.RETRY.toMillis();

  /** Sends replies to requests of the server. */
  interface Reply {
    void send(JsonRpcMessage message) throws McpException, InterruptedException;
  }

  /**
   * @param request the request to answer; null to read only messages outside of calls
   * @param inbox receives the messages before the response
   */
  HttpAnswer(Request request, MessageHandler inbox, Reply reply) {
    this.request = request;
    this.inbox = inbox;
    this.reply = reply;
  }

  /**
   * Returns the response.
   *
   * @return empty when a stream ended before it
   */
  Optional<Response> read(OutboundCall call, AnswerHead head)
      throws McpException, IOException, InterruptedException {
    if (head.status() >= 300) {
      return Optional.of(refusal(call, head));
    }
    String type = type(head);
    if (type.equals("text/event-stream")) {
      return events(call);
    }
    if (!type.equals("application/json")) {
      throw new McpException(
          Kind.GARBAGE,
          "it answered with status " + head.status() + " and neither JSON nor events");
    }
    Optional<Response> response = response(Messages.read(whole(call)));
    call.finish();
    return Optional.of(
        response.orElseThrow(
            () -> new McpException(Kind.GARBAGE, "its answer does not answer the request")));
  }

  /** The outbound call limits its size. */
  private static ByteBuffer whole(OutboundCall call) throws IOException, InterruptedException {
    var all = new ByteArrayOutputStream();
    for (ByteBuffer next = call.read(); next != null; next = call.read()) {
      all.write(next.array(), next.arrayOffset() + next.position(), next.remaining());
    }
    return ByteBuffer.wrap(all.toByteArray());
  }

  static void requireEvents(AnswerHead head) throws McpException {
    if (head.status() != 200 || !type(head).equals("text/event-stream")) {
      throw McpException.status(head.status());
    }
  }

  /** Returns the protocol error that a rejection may contain. */
  private Response refusal(OutboundCall call, AnswerHead head)
      throws McpException, IOException, InterruptedException {
    if (head.status() != 401 && head.status() != 403 && type(head).equals("application/json")) {
      try {
        List<JsonRpcMessage> batch =
            Messages.read(ByteBuffer.wrap(call.readAtMost(McpLimits.MAX_ERROR)));
        if (batch.size() == 1 && batch.getFirst() instanceof Failure failure) {
          return failure;
        }
      } catch (McpException e) {
        // The status is enough.
      }
    }
    throw McpException.status(head.status());
  }

  private Optional<Response> events(OutboundCall call)
      throws McpException, IOException, InterruptedException {
    var reader = new SseReader(call, McpLimits.MAX_MESSAGE);
    try {
      for (ByteBuffer data = reader.next(); data != null; data = reader.next()) {
        // Until 2025-11-25, a stream starts with an event that has an id and no content.
        if (data.hasRemaining()) {
          Optional<Response> response = response(Messages.read(data));
          if (response.isPresent()) {
            return response;
          }
        }
      }
    } catch (IOException e) {
      if (reader.lastId() == null || McpException.ofHttp(e).kind() != Kind.UNREACHABLE) {
        throw e;
      }
    } finally {
      lastId = reader.lastId() == null ? lastId : reader.lastId();
      retryMillis = reader.retryMillis() < 0 ? retryMillis : reader.retryMillis();
    }
    return Optional.empty();
  }

  private Optional<Response> response(List<JsonRpcMessage> batch)
      throws McpException, InterruptedException {
    Response found = null;
    for (JsonRpcMessage message : batch) {
      if (++messages > McpLimits.MAX_MESSAGES) {
        throw new McpException(
            Kind.FLOOD, "it sent more than " + McpLimits.MAX_MESSAGES + " messages");
      }
      switch (message) {
        case Notification notification -> inbox.notified(notification);
        case Request asked -> {
          Response now = inbox.asked(asked);
          if (now != null) {
            reply.send(now);
          }
        }
        case Response response -> found = answers(response) ? response : found;
      }
    }
    return Optional.ofNullable(found);
  }

  private boolean answers(Response response) {
    return request != null
        && (response.id() == null || response.id().asText().equals(request.id().asText()));
  }

  /** Returns the last event id; null without one. */
  String lastId() {
    return lastId;
  }

  /** Returns the reconnection delay that the server requested. */
  Duration retry() {
    return Duration.ofMillis(retryMillis);
  }

  private static String type(AnswerHead head) {
    String type = head.header("Content-Type").orElse("");
    int end = type.indexOf(';');
    return (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }
}
