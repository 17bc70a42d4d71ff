package io.awaken.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Set;

/**
 * Null in an optional field of a message is an absent field, since many implementations write null.
 * Values of the tools' own, such as arguments and schemas, stay as they are.
 */
final class AbsentFields {

  /** Fields in which null is a value. */
  private static final Set<String> NULLABLE =
      Set.of("id", "result", "structuredContent", "data", "default", "const", "enum");

  /** Fields with values of the tools' own. */
  private static final Set<String> OF_TOOLS =
      Set.of(
          "structuredContent",
          "arguments",
          "input",
          "inputSchema",
          "outputSchema",
          "requestedSchema",
          "data",
          "default",
          "const",
          "enum");

  /** The protocol's own entries of {@code _meta}; others belong to their senders. */
  private static final String OWN_META = "io.modelcontextprotocol/";

  private AbsentFields() {}

  /**
   * Removes the fields that are null, at any depth.
   *
   * @param json parameters, a result or an error, which is changed; null for none
   */
  static void drop(JsonNode json) {
    if (json instanceof ObjectNode object) {
      object
          .properties()
          .removeIf(entry -> entry.getValue().isNull() && !NULLABLE.contains(entry.getKey()));
      for (Map.Entry<String, JsonNode> entry : object.properties()) {
        if (entry.getKey().equals(McpMeta.FIELD)) {
          dropMeta(entry.getValue());
        } else if (!OF_TOOLS.contains(entry.getKey())) {
          drop(entry.getValue());
        }
      }
    } else if (json != null && json.isArray()) {
      json.forEach(AbsentFields::drop);
    }
  }

  private static void dropMeta(JsonNode meta) {
    if (meta instanceof ObjectNode object) {
      object.properties().removeIf(entry -> entry.getValue().isNull());
      for (Map.Entry<String, JsonNode> entry : object.properties()) {
        if (entry.getKey().startsWith(OWN_META)) {
          drop(entry.getValue());
        }
      }
    }
  }
}
