package io.awaken.protocol.aisdk.routes;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Request bodies of a chat client, and readers of its streams. */
final class ChatBodies {

  private ChatBodies() {}

  static String first(String chat, String id, String text) {
    return """
    {"id": "%s", "trigger": "submit-message", "messages": [%s]}\
    """
        .formatted(chat, user(id, text));
  }

  static String user(String id, String text) {
    return """
    {"id": "%s", "role": "user", "parts": [{"type": "text", "text": "%s"}]}\
    """
        .formatted(id, text);
  }

  /** A history whose last answer has these parts. */
  static String answering(String chat, String message, String... parts) {
    return """
    {"id": "%s", "trigger": "submit-message", "messageId": "%s", "messages": [%s,
      {"id": "%s", "role": "assistant", "parts": [%s]}]}\
    """
        .formatted(chat, message, user("u1", "pay"), message, String.join(",", parts));
  }

  static String approval(JsonNode request, String answer) {
    return """
    {"type": "tool-pay", "toolCallId": %s, "state": "approval-responded", "input": {"value": 1000000},
     "approval": {"id": %s%s}}\
    """
        .formatted(request.get("toolCallId"), request.get("approvalId"), answer);
  }

  static List<String> types(List<JsonNode> chunks) {
    return chunks.stream()
        .map(chunk -> chunk.get("type").asText())
        .filter(type -> !type.startsWith("data-"))
        .toList();
  }

  static JsonNode only(List<JsonNode> chunks, String type) {
    List<JsonNode> found =
        chunks.stream().filter(chunk -> chunk.get("type").asText().equals(type)).toList();
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " of " + type + " in " + chunks);
    }
    return found.getFirst();
  }

  static String text(List<JsonNode> chunks) {
    return chunks.stream()
        .filter(chunk -> chunk.get("type").asText().equals("text-delta"))
        .map(chunk -> chunk.get("delta").asText())
        .collect(Collectors.joining());
  }

  static List<String> values(JsonNode array, String field) {
    return StreamSupport.stream(array.spliterator(), false)
        .map(each -> each.path(field).asText())
        .toList();
  }
}
