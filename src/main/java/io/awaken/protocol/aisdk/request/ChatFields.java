package io.awaken.protocol.aisdk.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.FieldNames;
import io.awaken.http.submit.JsonFields;
import io.awaken.protocol.aisdk.request.ChatRequest.UserMessage;
import java.util.List;

/** Reads fields; refusals name them. Stateless. */
public final class ChatFields {

  /** Field names outside of messages. */
  public static final FieldNames NAMES =
      new FieldNames(
          "agentId",
          "id",
          "Idempotency-Key",
          "cursor",
          "messages[%d].parts"::formatted,
          (message, part, field) -> "messages[%d].parts[%d].%s".formatted(message, part, field),
          "messageId",
          "frontendTools");

  private ChatFields() {}

  /** The field names of a request's messages. */
  public static FieldNames names(List<UserMessage> messages) {
    return new FieldNames(
        NAMES.agent(),
        NAMES.thread(),
        NAMES.key(),
        NAMES.cursor(),
        message -> "messages[%d].parts".formatted(messages.get(message).index()),
        (message, part, field) ->
            "messages[%d].parts[%d].%s"
                .formatted(
                    messages.get(message).index(),
                    messages.get(message).parts().get(part),
                    wire(field)),
        NAMES.supersedes(),
        NAMES.tools());
  }

  private static String wire(String field) {
    return switch (field) {
      // All files share one part type; their kind follows from the media type.
      case "type", "media_type" -> "mediaType";
      case "data", "media_id" -> "url";
      default -> field;
    };
  }

  /** An array of objects; empty when it is missing. */
  static List<JsonNode> objects(JsonNode of, String name, String field, int max) {
    JsonNode value = JsonFields.value(of, name);
    if (value == null) {
      return List.of();
    }
    if (!value.isArray() || value.size() > max) {
      throw Refusal.invalid(field, field + " must be an array of at most " + max + " entries")
          .exception();
    }
    for (int i = 0; i < value.size(); i++) {
      JsonFields.requireObject(value.get(i), field + "[" + i + "]");
    }
    return List.copyOf(java.util.stream.StreamSupport.stream(value.spliterator(), false).toList());
  }
}
