package io.awaken.provider.langchain4j;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import io.awaken.core.schema.FlatSchema;
import io.awaken.core.tool.ToolDescriptor;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Converts tools for LangChain4j. It keeps property schemas without a type of its own unchanged,
 * but supports only some keywords at the top level. The runtime still validates the omitted ones
 * when the tool is called. Stateless.
 */
final class ToolSchemas {

  /** Supported keywords of the top-level object. */
  private static final Set<String> KNOWN =
      Set.of("type", "description", "properties", "required", "additionalProperties", "$defs");

  private static final String OLD_DEFINITIONS = "definitions";
  private static final String OLD_REFERENCE = "#/definitions/";
  private static final String REFERENCE = "#/$defs/";

  private ToolSchemas() {}

  static List<ToolSpecification> of(List<ToolDescriptor> tools) {
    return tools.stream().map(ToolSchemas::of).toList();
  }

  private static ToolSpecification of(ToolDescriptor tool) {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("name", tool.id());
    if (tool.description() != null) {
      document.put("description", tool.description());
    }
    document.set("parameters", top(tool.parameters()));
    return ToolSpecification.fromJson(document.toString());
  }

  /** An object schema for LangChain4j. */
  static JsonObjectSchema object(JsonNode schema) {
    ObjectNode document = JsonNodeFactory.instance.objectNode().put("name", "any");
    document.set("parameters", top(schema));
    return ToolSpecification.fromJson(document.toString()).parameters();
  }

  private static ObjectNode top(JsonNode schema) {
    ObjectNode top = JsonNodeFactory.instance.objectNode();
    if (schema != null && schema.isObject()) {
      top.setAll((ObjectNode) schema.deepCopy());
    }
    FlatSchema.flatten(top);
    if (top.has(OLD_DEFINITIONS) && !top.has("$defs")) {
      renameReferences(top);
      top.set("$defs", top.get(OLD_DEFINITIONS));
    }
    top.retain(KNOWN);
    if (!top.path("additionalProperties").isBoolean()) {
      top.remove("additionalProperties");
    }
    return top;
  }

  private static void renameReferences(JsonNode node) {
    if (node instanceof ObjectNode object) {
      JsonNode reference = object.path("$ref");
      if (reference.isTextual() && reference.textValue().startsWith(OLD_REFERENCE)) {
        String name = reference.textValue().substring(OLD_REFERENCE.length());
        object.set("$ref", TextNode.valueOf(REFERENCE + name));
      }
      for (Map.Entry<String, JsonNode> child : object.properties()) {
        renameReferences(child.getValue());
      }
    } else if (node instanceof ArrayNode array) {
      array.forEach(ToolSchemas::renameReferences);
    }
  }
}
