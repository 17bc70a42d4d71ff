package io.awaken.core.tool;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import io.awaken.core.text.WholeText;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * Converts texts that are exactly the JSON of the type that a schema demands where it takes no
 * text, such as {@code "3"} for a number or {@code "[]"} for a list: several models write arguments
 * so. Stateless.
 */
final class TypedTexts {

  /** Maximum nesting of a converted value, so that the whole arguments can be stored. */
  private static final int MAX_DEPTH = 100;

  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
                  .build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  /** Keywords whose errors show that a text is of the wrong type, and nothing else. */
  private static final Set<String> BY_TYPE = Set.of("type", "anyOf", "oneOf", "allOf");

  private TypedTexts() {}

  /**
   * Returns the arguments with the texts converted that these errors name; the same ones when there
   * is none. The caller validates the result. Takes time linear in both.
   */
  static JsonNode converted(JsonNode arguments, List<Error> errors) {
    var typed = new HashMap<NodePath, Boolean>();
    errors.forEach(
        error -> typed.merge(error.getInstanceLocation(), isByType(error), Boolean::logicalAnd));
    JsonNode out = arguments;
    for (Error error : errors) {
      // At most one of the errors of a place, which have one value.
      boolean convertible =
          error.getKeyword().equals("type")
              && Boolean.TRUE.equals(typed.remove(error.getInstanceLocation()));
      JsonNode value = convertible ? parsed(error.getInstanceNode()) : null;
      if (value != null) {
        out = out == arguments ? arguments.deepCopy() : out;
        replace(out, error.getInstanceLocation(), value);
      }
    }
    return out;
  }

  /** Whether an error does not mean that its place takes other texts. */
  private static boolean isByType(Error error) {
    return BY_TYPE.contains(error.getKeyword()) || listsNoText(error);
  }

  /** Whether an error is about allowed values of which none is a text. */
  private static boolean listsNoText(Error error) {
    JsonNode allowed = error.getSchemaNode();
    return switch (error.getKeyword()) {
      case "const" -> !allowed.isTextual();
      case "enum" ->
          StreamSupport.stream(allowed.spliterator(), false).noneMatch(JsonNode::isTextual);
      default -> false;
    };
  }

  /** Null for anything but a text with the exact JSON of a value of another type. */
  private static JsonNode parsed(JsonNode text) {
    if (text == null || !text.isTextual() || text.textValue().isBlank()) {
      return null;
    }
    String json = text.textValue();
    if (Character.isWhitespace(json.charAt(0))
        || Character.isWhitespace(json.charAt(json.length() - 1))) {
      return null;
    }
    try {
      JsonNode value = MAPPER.readTree(json);
      return value.isTextual() || !finite(value) ? null : WholeText.of(value);
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  /** JSON has no form for a number beyond the range, so another would be stored than approved. */
  private static boolean finite(JsonNode value) {
    if (value.isFloatingPointNumber()) {
      return Double.isFinite(value.doubleValue());
    }
    for (JsonNode part : value) {
      if (!finite(part)) {
        return false;
      }
    }
    return true;
  }

  private static void replace(JsonNode document, NodePath place, JsonNode value) {
    JsonNode holder = document;
    for (int i = 0; i < place.getNameCount() - 1; i++) {
      holder = child(holder, place.getElement(i));
    }
    Object last = place.getNameCount() == 0 ? null : place.getElement(-1);
    if (holder instanceof ObjectNode object && last instanceof String name) {
      object.set(name, value);
    } else if (holder instanceof ArrayNode array && last instanceof Integer index) {
      array.set(index, value);
    }
  }

  private static JsonNode child(JsonNode holder, Object element) {
    return element instanceof Integer index ? holder.path(index) : holder.path((String) element);
  }
}
