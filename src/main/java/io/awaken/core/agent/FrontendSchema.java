package io.awaken.core.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/**
 * Schemas that clients declare. They are untrusted: a pattern or a web of references can make a
 * check endless. So they are checked as documents (see {@link
 * io.awaken.core.schema.SchemaDocument}), and calls are checked against an outline of them whose
 * cost is that of reading the arguments; the rest is up to the client, which executes the call.
 */
final class FrontendSchema {

  private FrontendSchema() {}

  /** What every call must fit: the fields that there must be and may be, with their types. */
  static ObjectNode outline(JsonNode document) {
    ObjectNode outline = JsonNodeFactory.instance.objectNode().put("type", "object");
    copy("required", document, outline);
    if (!document.has("patternProperties") && document.path("additionalProperties").isBoolean()) {
      copy("additionalProperties", document, outline);
    }
    ObjectNode fields = outline.putObject("properties");
    for (Map.Entry<String, JsonNode> field : document.path("properties").properties()) {
      ObjectNode type = fields.putObject(field.getKey());
      copy("type", field.getValue(), type);
      copy("enum", field.getValue(), type);
    }
    return outline;
  }

  private static void copy(String keyword, JsonNode from, ObjectNode to) {
    if (from.has(keyword)) {
      to.set(keyword, from.get(keyword));
    }
  }
}
