package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.mcp.McpFields;
import io.awaken.protocol.mcp.Sessions.Session;
import io.awaken.rpc.InvalidMessage;
import io.awaken.rpc.JsonRpc;
import io.awaken.rpc.JsonRpcError;
import io.awaken.rpc.JsonRpcMessage;
import io.awaken.rpc.JsonRpcMessage.Failure;
import io.awaken.rpc.JsonRpcMessage.Notification;
import io.awaken.rpc.JsonRpcMessage.Request;
import io.awaken.rpc.JsonRpcMessage.Result;
import java.util.Optional;

/**
 * Several messages in one body, which only 2025-03-26 supports. Requests with a streamed answer
 * cannot be part of a batch. Thread-safe.
 */
final class Batches {

  /** Messages per batch. */
  static final int MAX = 50;

  private final LegacyEra legacy;

  Batches(LegacyEra legacy) {
    this.legacy = legacy;
  }

  /**
   * Answers all messages of a batch at once.
   *
   * @throws McpFailure 400 when the session does not support batches or their number is wrong
   */
  void handle(JsonNode batch, McpRequest http) {
    if (Envelope.claimed(http.headers().version())) {
      throw refused("send one message per request");
    }
    Session session = legacy.session(http);
    if (!session.version().batches()) {
      throw refused("protocol version %s has no batches".formatted(session.version().text()));
    }
    if (batch.isEmpty() || batch.size() > MAX) {
      throw refused("a batch has 1 to %d messages".formatted(MAX));
    }
    ArrayNode answers = JsonNodeFactory.instance.arrayNode();
    for (JsonNode each : batch) {
      answer(each, session, http).ifPresent(message -> answers.add(JsonRpc.write(message)));
    }
    http.response()
        .resume(answers.isEmpty() ? McpAnswers.accepted() : McpAnswers.json(200, answers).build());
  }

  private Optional<JsonRpcMessage> answer(JsonNode each, Session session, McpRequest http) {
    try {
      return answer(JsonRpc.read(each, McpFields.ABSENT), session, http);
    } catch (InvalidMessage invalid) {
      return Optional.of(invalid.answer());
    }
  }

  private Optional<JsonRpcMessage> answer(
      JsonRpcMessage message, Session session, McpRequest http) {
    switch (message) {
      case Request request -> {
        return Optional.of(answer(request, session, http));
      }
      case Notification notification -> legacy.notified(notification, session, http);
      case JsonRpcMessage.Response answer -> legacy.answered(answer, session, http);
    }
    return Optional.empty();
  }

  private JsonRpcMessage answer(Request request, Session session, McpRequest http) {
    try {
      return new Result(request.id(), legacy.simple(request, session, http));
    } catch (McpFailure failure) {
      return new Failure(request.id(), failure.error());
    }
  }

  private static McpFailure refused(String why) {
    return McpFailure.of(400, JsonRpcError.INVALID_REQUEST, why);
  }
}
