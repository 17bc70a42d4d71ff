package io.awaken.protocol.agui.event;

import com.fasterxml.jackson.core.JsonGenerator;
import io.awaken.core.message.ClientMessageIds;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Message;
import io.awaken.core.message.MessageMetadata;
import io.awaken.core.message.Role;
import io.awaken.core.message.ToolCall;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
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

  /** Writes message content: text, or parts if it has media. Immutable. */
  static final class ContentJson {

    private final String threadId;

    ContentJson(String threadId) {
      this.threadId = threadId;
    }

    /**
     * Writes a value.
     *
     * @param parts whether the message may have parts; otherwise media is described in the text
     */
    void write(List<ContentBlock> blocks, boolean parts, JsonGenerator json) throws IOException {
      boolean media = blocks.stream().anyMatch(Media.class::isInstance);
      if (!media || !parts) {
        json.writeString(
            blocks.stream()
                .map(ContentJson::shown)
                .filter(shown -> !shown.isEmpty())
                .collect(Collectors.joining("\n")));
        return;
      }
      json.writeStartArray();
      for (ContentBlock block : blocks) {
        if (block instanceof Media medium) {
          medium(medium, json);
        } else if (!shown(block).isEmpty()) {
          json.writeStartObject();
          json.writeStringField("type", "text");
          json.writeStringField("text", shown(block));
          json.writeEndObject();
        }
      }
      json.writeEndArray();
    }

    /** A block as text; empty for reasoning. */
    static String shown(ContentBlock block) {
      return switch (block) {
        case ContentBlock.Text text -> text.text();
        case ContentBlock.Thinking thinking -> "";
        case ContentBlock.Source source -> source.url() == null ? name(source) : source.url();
        case Media media -> "[" + media.kind().wire() + "]";
      };
    }

    private static String name(ContentBlock.Source source) {
      if (source.title() != null) {
        return source.title();
      }
      return source.documentId() == null ? "" : source.documentId();
    }

    private void medium(Media medium, JsonGenerator json) throws IOException {
      json.writeStartObject();
      json.writeStringField("type", medium.kind().wire());
      json.writeObjectFieldStart("source");
      json.writeStringField("type", medium.data() == null ? "url" : "data");
      if (medium.data() != null) {
        json.writeFieldName("value");
        json.writeBinary(medium.data().array());
      } else {
        json.writeStringField("value", medium.url() == null ? stored(medium) : medium.url());
      }
      if (medium.mediaType() != null) {
        json.writeStringField("mimeType", medium.mediaType());
      }
      json.writeEndObject();
      json.writeEndObject();
    }

    /** The native API's route for stored media; relative to the server. */
    private String stored(Media medium) {
      return "/v1/threads/" + encoded(threadId) + "/media/" + encoded(medium.mediaId());
    }

    private static String encoded(String id) {
      return URLEncoder.encode(id, StandardCharsets.UTF_8).replace("+", "%20");
    }
  }
}
