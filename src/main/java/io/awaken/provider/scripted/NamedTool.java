package io.awaken.provider.scripted;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.tool.ToolDescriptor;
import java.util.Optional;

/**
 * Reads "use order_status 17" and {@code order_status {"order": "17"}}: a tool named in the text,
 * with its arguments as a JSON object or, when it needs a single text, as the words after the name.
 */
final class NamedTool {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private NamedTool() {}

  /** The arguments, or empty when the text does not name the tool. */
  static Optional<ObjectNode> arguments(String text, ToolDescriptor tool) {
    int at = DemoIntents.position(text, tool.id());
    if (at < 0) {
      return Optional.empty();
    }
    String rest = text.substring(at + tool.id().length()).strip();
    int open = rest.indexOf('{');
    int close = rest.lastIndexOf('}');
    if (open >= 0 && open < close) {
      return Optional.of(object(rest.substring(open, close + 1)));
    }
    ObjectNode arguments = JsonNodeFactory.instance.objectNode();
    String only = onlyText(tool.parameters());
    if (only != null && !rest.isEmpty()) {
      arguments.put(only, rest);
    }
    return Optional.of(arguments);
  }

  private static ObjectNode object(String json) {
    try {
      if (MAPPER.readTree(json) instanceof ObjectNode object) {
        return object;
      }
    } catch (JsonProcessingException e) {
      // Invalid arguments; validation by the tool's schema reports them.
    }
    return JsonNodeFactory.instance.objectNode();
  }

  /** The name of the schema's single required property when it is a string. */
  private static String onlyText(JsonNode schema) {
    JsonNode required = schema.path("required");
    if (required.size() != 1) {
      return null;
    }
    String name = required.get(0).asText();
    String type = schema.path("properties").path(name).path("type").asText();
    return type.equals("string") ? name : null;
  }
}
