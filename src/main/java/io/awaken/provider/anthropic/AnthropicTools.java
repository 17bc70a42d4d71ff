package io.awaken.provider.anthropic;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.schema.Descriptions;
import io.awaken.provider.http.WireTools;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What Anthropic refuses in the schemas of tools: properties at the top whose names have other
 * characters than letters, digits, {@code _}, {@code .} and {@code -}, or more than 64. They move
 * to the description, so that the model can still give them by their own names.
 */
final class AnthropicTools {

  static final WireTools SENT = new WireTools("anthropic", AnthropicTools::simplify);

  private static final Pattern NAME = Pattern.compile("[a-zA-Z0-9_.-]{1,64}");

  private AnthropicTools() {}

  /**
   * @param schema a flat one, which is changed
   */
  static void simplify(ObjectNode schema) {
    ObjectNode properties = (ObjectNode) schema.get("properties");
    List<String> names = new ArrayList<>();
    properties.fieldNames().forEachRemaining(names::add);
    names.removeIf(name -> NAME.matcher(name).matches());
    if (names.isEmpty()) {
      return;
    }
    for (String name : names) {
      JsonNode property = properties.remove(name);
      boolean required = schema.get("required") instanceof ArrayNode list && removed(list, name);
      Descriptions.add(
          schema,
          (required ? "Also needs" : "Also takes")
              + " the property \""
              + name
              + "\", written exactly so: "
              + Descriptions.quoted(property)
              + ".");
    }
    if (schema.path("additionalProperties").isBoolean()) {
      schema.remove("additionalProperties");
    }
  }

  private static boolean removed(ArrayNode required, String name) {
    boolean found = false;
    for (int i = required.size() - 1; i >= 0; i--) {
      if (name.equals(required.get(i).textValue())) {
        required.remove(i);
        found = true;
      }
    }
    return found;
  }
}
