package io.awaken.provider.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * The reasoning of one answer in the form that OpenRouter wants back as it came: a list of texts,
 * summaries and encrypted parts. Deltas with the same type and index are pieces of one of them. For
 * one thread.
 */
final class ReasoningDetails {

  static final String FIELD = "reasoning_details";

  private static final List<String> READABLE = List.of("text", "summary");
  private static final List<String> JOINED = List.of("text", "summary", "data");

  private final ArrayNode details = JsonNodeFactory.instance.arrayNode();

  /** Takes the details of a delta or message; another value than a list is ignored. */
  void accept(JsonNode list) {
    for (JsonNode piece : list) {
      if (piece instanceof ObjectNode detail) {
        ObjectNode known = known(detail);
        if (known == null) {
          details.add(detail.deepCopy());
        } else {
          join(known, detail);
        }
      }
    }
  }

  private ObjectNode known(ObjectNode piece) {
    if (!piece.path("index").isNumber()) {
      return null;
    }
    for (JsonNode detail : details) {
      if (detail.path("index").equals(piece.path("index"))
          && detail.path("type").equals(piece.path("type"))
          && isAlike(detail.path("id"), piece.path("id"))) {
        return (ObjectNode) detail;
      }
    }
    return null;
  }

  private static boolean isAlike(JsonNode id, JsonNode other) {
    return !id.isTextual() || !other.isTextual() || id.equals(other);
  }

  private static void join(ObjectNode known, ObjectNode piece) {
    piece
        .properties()
        .forEach(
            field -> {
              JsonNode before = known.path(field.getKey());
              JsonNode more = field.getValue();
              if (before.isTextual() && more.isTextual() && JOINED.contains(field.getKey())) {
                known.put(field.getKey(), before.textValue() + more.textValue());
              } else if (!more.equals(NullNode.instance)) {
                known.set(field.getKey(), more);
              }
            });
  }

  /** The readable part of a list, for servers that send no other. */
  static String text(JsonNode list) {
    var text = new StringBuilder();
    for (JsonNode detail : list) {
      READABLE.forEach(field -> text.append(detail.path(field).asText("")));
    }
    return text.toString();
  }

  /** Null for none. */
  ArrayNode all() {
    return details.isEmpty() ? null : details;
  }
}
