package io.awaken.core.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.TreeMap;

/**
 * JSON with the names of each object in order, so that equal values have equal texts (RFC 8785, for
 * values without numbers whose forms differ). Stateless.
 */
public final class CanonicalJson {

  private CanonicalJson() {}

  /** A copy in order. */
  public static JsonNode of(JsonNode value) {
    return sorted(value, false);
  }

  /**
   * A copy in order without null, empty texts, and lists and objects with nothing else; whole
   * numbers without a fraction, since some libraries write 5 as 5.0.
   */
  public static JsonNode withoutEmpty(JsonNode value) {
    return sorted(value, true);
  }

  private static JsonNode sorted(JsonNode value, boolean omits) {
    if (value.isObject()) {
      var fields = new TreeMap<String, JsonNode>();
      for (var field : value.properties()) {
        JsonNode sorted = sorted(field.getValue(), omits);
        if (!omits || !isEmpty(sorted)) {
          fields.put(field.getKey(), sorted);
        }
      }
      ObjectNode object = JsonNodeFactory.instance.objectNode();
      return object.setAll(fields);
    }
    if (value.isArray()) {
      ArrayNode items = JsonNodeFactory.instance.arrayNode();
      for (JsonNode item : value) {
        JsonNode sorted = sorted(item, omits);
        if (!omits || !isEmpty(sorted)) {
          items.add(sorted);
        }
      }
      return items;
    }
    boolean fraction = omits && value.isFloatingPointNumber();
    return fraction && value.decimalValue().remainder(BigDecimal.ONE).signum() == 0
        ? JsonNodeFactory.instance.numberNode(value.bigIntegerValue())
        : value;
  }

  private static boolean isEmpty(JsonNode value) {
    return value.isNull()
        || value.isContainerNode() && value.isEmpty()
        || value.isTextual() && value.textValue().isEmpty();
  }
}
