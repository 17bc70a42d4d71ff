package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.message.ClientMessageIds;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageMetadata;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes messages in the protocol's format: lower-case roles, arguments as text, content as text
 * or, with media, as parts. Reasoning is a separate message. Immutable.
 */
public final class MessageJson {

  /** A call that a model requests; its arguments may still grow. */
  record RequestedCall(String id, String name, StringBuilder arguments) {}

  private final ContentJson content;
  private final RunNames names;

  /**
   * @param names the thread's id is part of the URLs of media that is stored with the thread
   */
  public MessageJson(RunNames names) {
    this.content = new ContentJson(names.threadId());
    this.names = names;
  }

  /** Writes a message; nothing for one without visible content. */
  public void write(Message message, JsonGenerator json) throws IOException {
    switch (message.role()) {
      case ASSISTANT -> answer(message, json);
      case TOOL -> result(message, json);
      case USER, SYSTEM -> {
        begin(ClientMessageIds.shown(message.id()), message.role().wire(), json);
        json.writeFieldName("content");
        content.write(message.content(), message.role() == Role.USER, json);
        json.writeEndObject();
      }
    }
  }

  /** Writes a reasoning span. */
  static void reasoning(String spanId, CharSequence text, JsonGenerator json) throws IOException {
    begin(spanId, "reasoning", json);
    json.writeStringField("content", text.toString());
    json.writeEndObject();
  }

  /** The id of a reasoning span within a step. */
  static String reasoningId(String messageId, int span) {
    return messageId + "-reasoning-" + span;
  }

  private void answer(Message message, JsonGenerator json) throws IOException {
    List<RequestedCall> calls = message.toolCalls().stream().map(MessageJson::requested).toList();
    String text =
        message.content().stream()
            .map(ContentJson::shown)
            .filter(shown -> !shown.isEmpty())
            .collect(Collectors.joining("\n"));
    answer(message.id(), message.text().isEmpty() ? text : message.text(), calls, json);
  }

  private static RequestedCall requested(ToolCall call) {
    return new RequestedCall(
        call.id(), call.name(), new StringBuilder(call.arguments().toString()));
  }

  void answer(String id, CharSequence text, List<RequestedCall> calls, JsonGenerator json)
      throws IOException {
    begin(id, "assistant", json);
    if (!text.isEmpty() || calls.isEmpty()) {
      json.writeStringField("content", text.toString());
    }
    if (!calls.isEmpty()) {
      json.writeArrayFieldStart("toolCalls");
      for (RequestedCall call : calls) {
        json.writeStartObject();
        json.writeStringField("id", call.id());
        json.writeStringField("type", "function");
        json.writeObjectFieldStart("function");
        json.writeStringField("name", call.name());
        json.writeStringField("arguments", call.arguments().toString());
        json.writeEndObject();
        json.writeEndObject();
      }
      json.writeEndArray();
    }
    json.writeEndObject();
  }

  private void result(Message message, JsonGenerator json) throws IOException {
    begin(resultId(message), "tool", json);
    json.writeStringField("toolCallId", message.toolCallId());
    json.writeFieldName("content");
    content.write(message.content(), names.dialect().current(), json);
    json.writeEndObject();
  }

  /** The client's id of a result: its own, else that under which another client sent it. */
  private String resultId(Message result) {
    MessageMetadata from = result.metadata();
    boolean sent = from != null && from.clientId() != null;
    return resultId(result.toolCallId(), sent ? from.clientId() : result.id());
  }

  /**
   * The client's id of a result.
   *
   * @param id for a client that has no id of its own
   */
  String resultId(String callId, String id) {
    return names.resultIds().getOrDefault(callId, id);
  }

  /** The content of a tool's result. */
  void result(List<ContentBlock> blocks, JsonGenerator json) throws IOException {
    json.writeFieldName("content");
    content.write(blocks, names.dialect().current(), json);
  }

  private static void begin(String id, String role, JsonGenerator json) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", id);
    json.writeStringField("role", role);
  }
}
