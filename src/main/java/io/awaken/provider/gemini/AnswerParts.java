package io.awaken.provider.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.MediaKind;
import io.awaken.core.message.ProviderMetadata;
import io.awaken.core.message.ToolCall;
import io.awaken.core.model.LlmListener;
import io.awaken.core.text.WholeCharacters;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/**
 * The parts of one answer. Adjacent text of one kind is joined; a part with a signature stays
 * separate, since the provider requires it unchanged. Calls arrive whole. For one thread.
 */
final class AnswerParts {

  private final String providerId;
  private final LlmListener listener;
  private final List<ContentBlock> content = new ArrayList<>();
  private final List<ToolCall> calls = new ArrayList<>();
  private final StringBuilder open = new StringBuilder();
  private final WholeCharacters wholeThoughts = new WholeCharacters();
  private final WholeCharacters wholeText = new WholeCharacters();

  private boolean thinking;

  AnswerParts(String providerId, LlmListener listener) {
    this.providerId = providerId;
    this.listener = listener;
  }

  /**
   * Takes the next part; parts of unexpected kinds are skipped.
   *
   * @return the problem, for {@link io.awaken.provider.http.ProviderFailures#failure}; null for
   *     nothing
   */
  String accept(JsonNode part) {
    String signature = part.path(GenerateParts.SIGNATURE).asText("");
    if (part.path("functionCall").isObject()) {
      return call(part.path("functionCall"), signature);
    }
    if (part.path("inlineData").isObject()) {
      // An image within thinking is a draft of the one that follows.
      return part.path("thought").asBoolean() ? null : medium(part.path("inlineData"), signature);
    }
    text(part, signature);
    return null;
  }

  List<ContentBlock> content() {
    close();
    return content;
  }

  List<ToolCall> calls() {
    return calls;
  }

  private void text(JsonNode part, String signature) {
    boolean thought = part.path("thought").asBoolean();
    String piece = (thought ? wholeThoughts : wholeText).next(part.path("text").asText(""));
    if (piece.isEmpty()) {
      if (!signature.isEmpty()) {
        close();
        content.add(ContentBlock.Thinking.signed("", providerId, signature));
      }
      return;
    }
    if (thought != thinking || !signature.isEmpty()) {
      close();
      thinking = thought;
    }
    open.append(piece);
    if (thought) {
      listener.reasoning(piece);
    } else {
      listener.text(piece);
    }
    if (!signature.isEmpty()) {
      content.add(
          thought
              ? ContentBlock.Thinking.signed(taken(), providerId, signature)
              : new ContentBlock.Text(taken(), metadata(signature, "")));
    }
  }

  private String call(JsonNode call, String signature) {
    String name = call.path("name").asText("");
    if (name.isEmpty()) {
      return "sent a tool call without a name";
    }
    String given = call.path(GenerateParts.CALL_ID).asText("");
    String id = given.isEmpty() ? unusedId() : given;
    JsonNode arguments =
        call.path("args").isObject() ? call.path("args") : JsonNodeFactory.instance.objectNode();
    calls.add(new ToolCall(id, name, arguments, metadata(signature, given)));
    listener.toolCallStart(id, name);
    listener.toolCallDelta(id, arguments.toString());
    return null;
  }

  private String unusedId() {
    String id = "call_" + calls.size();
    while (isTaken(id)) {
      id += "_";
    }
    return id;
  }

  private boolean isTaken(String id) {
    return calls.stream().anyMatch(call -> call.id().equals(id));
  }

  private String medium(JsonNode data, String signature) {
    String type = data.path("mimeType").asText("");
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(data.path("data").asText(""));
    } catch (IllegalArgumentException e) {
      return "sent media that is not base64";
    }
    close();
    content.add(kind(type).of(type, bytes, null).with(metadata(signature, "")));
    return null;
  }

  private static MediaKind kind(String type) {
    return switch (type.substring(0, Math.max(0, type.indexOf('/'))).toLowerCase(Locale.ROOT)) {
      case "image" -> MediaKind.IMAGE;
      case "audio" -> MediaKind.AUDIO;
      case "video" -> MediaKind.VIDEO;
      default -> MediaKind.DOCUMENT;
    };
  }

  /** Metadata that must be sent back with the part; null for none. */
  private ObjectNode metadata(String signature, String callId) {
    ObjectNode own = JsonNodeFactory.instance.objectNode();
    if (!callId.isEmpty()) {
      own.put(GenerateParts.CALL_ID, callId);
    }
    if (!signature.isEmpty()) {
      own.put(GenerateParts.SIGNATURE, signature);
    }
    return own.isEmpty() ? null : ProviderMetadata.of(providerId, own);
  }

  private void close() {
    if (!open.isEmpty()) {
      content.add(thinking ? new ContentBlock.Thinking(taken()) : new ContentBlock.Text(taken()));
    }
  }

  private String taken() {
    String text = open.toString();
    open.setLength(0);
    return text;
  }
}
