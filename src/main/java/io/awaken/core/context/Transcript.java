package io.awaken.core.context;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.message.ContentBlock;
import io.awaken.core.message.Media;
import io.awaken.core.message.Message;
import io.awaken.core.message.ToolCall;
import java.util.List;

/**
 * A conversation for a summariser: one JSON object per line, so that no text can imitate another
 * message. Reasoning is omitted; media is only named (features row 156).
 */
final class Transcript {

  /** Longer text is cut. */
  static final int MAX_TEXT = 32_768;

  private static final ObjectMapper JSON = new ObjectMapper();

  private Transcript() {}

  /**
   * @param earlier the previous summary; null for none
   */
  static String of(String earlier, List<Message> messages) {
    var lines = new StringBuilder();
    if (earlier != null) {
      line(lines, JsonNodeFactory.instance.objectNode().put("summary", earlier));
    }
    messages.forEach(message -> line(lines, entry(message)));
    return lines.toString();
  }

  private static ObjectNode entry(Message message) {
    ObjectNode entry = JsonNodeFactory.instance.objectNode();
    entry.put("role", message.role().wire());
    String text = message.text();
    if (!text.isEmpty()) {
      entry.put("text", cut(text));
    }
    for (ContentBlock block : message.content()) {
      if (block instanceof Media media) {
        entry.withArray("media").add(media.mediaType());
      }
    }
    for (ToolCall call : message.toolCalls()) {
      entry
          .withArray("calls")
          .addObject()
          .put("tool", call.name())
          .put("arguments", cut(call.arguments().toString()));
    }
    return entry;
  }

  private static String cut(String text) {
    if (text.length() <= MAX_TEXT) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(MAX_TEXT - 1)) ? MAX_TEXT - 1 : MAX_TEXT;
    return text.substring(0, end) + " [cut: %d characters in all]".formatted(text.length());
  }

  private static void line(StringBuilder lines, ObjectNode entry) {
    try {
      lines.append(JSON.writeValueAsString(entry)).append('\n');
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a tree of texts is always JSON", e);
    }
  }
}
