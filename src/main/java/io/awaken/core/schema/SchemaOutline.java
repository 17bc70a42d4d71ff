package io.awaken.core.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;

/**
 * Outlines of schemas that clients declare. These are untrusted: patterns or references can make
 * validation endless. So they are checked as documents (see {@link SchemaDocument}), and calls are
 * validated against an outline in time linear in the arguments. The client, which executes the
 * call, validates the rest. Stateless.
 */
public final class SchemaOutline {

  private SchemaOutline() {}

  /** The outline for every call: required and allowed fields with their types. */
  public static ObjectNode of(JsonNode document) {
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
