package io.awaken.core.schema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** A sentence for models about the alternatives of an object. */
final class AlternativesText {

  private static final int MAX_ALTERNATIVES = 20;

  private AlternativesText() {}

  /**
   * @param keyword {@code anyOf} or {@code oneOf}
   * @param alternatives at least one
   */
  static String of(String keyword, List<JsonNode> alternatives) {
    int more = alternatives.size() - MAX_ALTERNATIVES;
    return alternatives.stream()
        .limit(MAX_ALTERNATIVES)
        .map(AlternativesText::text)
        .collect(
            Collectors.joining(
                "; or ",
                keyword.equals("oneOf")
                    ? "Must fit exactly one of: "
                    : "Must fit at least one of: ",
                more > 0 ? "; or one of " + more + " more." : "."));
  }

  private static String text(JsonNode alternative) {
    Set<String> required = new LinkedHashSet<>();
    alternative.path("required").forEach(name -> required.add(name.asText()));
    var parts = new ArrayList<String>();
    var optional = new ArrayList<String>();
    for (Map.Entry<String, JsonNode> property : alternative.path("properties").properties()) {
      String name = property.getKey();
      JsonNode schema = property.getValue();
      if (schema.has("const")) {
        parts.add(name + " = " + Descriptions.quoted(schema.get("const")));
        required.remove(name);
      } else if (!required.contains(name)) {
        optional.add(name);
      }
    }
    if (!required.isEmpty()) {
      parts.add("needs " + String.join(", ", required));
    }
    if (!optional.isEmpty()) {
      parts.add("may have " + String.join(", ", optional));
    }
    String title = alternative.path("title").asText("");
    String named = title.isEmpty() ? "" : title + ": ";
    return named + (parts.isEmpty() ? Descriptions.quoted(alternative) : String.join(", ", parts));
  }
}
