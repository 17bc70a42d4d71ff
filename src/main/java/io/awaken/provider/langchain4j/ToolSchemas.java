package io.awaken.provider.langchain4j;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import io.awaken.core.tool.ToolDescriptor;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tools as LangChain4j has them. It reads schemas itself and keeps as they are the properties that
 * it has no type for; only the object at the top must be one that it knows. What is left out there
 * is still checked by the runtime when the tool is called. Stateless.
 */
final class ToolSchemas {

  /** The keywords of an object at the top. */
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

  /** The schema of an object as LangChain4j has it. */
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
    top.put("type", "object");
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
