package io.awaken.core.tool;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * Converts texts that are exactly the JSON of the type that a schema demands where it takes no
 * text, such as {@code "3"} for a number or {@code "[]"} for a list: several models write arguments
 * so. Stateless.
 */
final class TypedTexts {

  private static final ObjectMapper MAPPER =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  /** Keywords whose errors show that a text is of the wrong type, and nothing else. */
  private static final Set<String> BY_TYPE = Set.of("type", "anyOf", "oneOf", "allOf");

  private TypedTexts() {}

  /**
   * Returns the arguments with the texts converted that these errors name; the same ones when there
   * is none. The caller validates the result.
   */
  static JsonNode converted(JsonNode arguments, List<Error> errors) {
    JsonNode out = arguments;
    for (Error error : errors) {
      JsonNode value =
          error.getKeyword().equals("type") && ofType(error.getInstanceLocation(), errors)
              ? parsed(error.getInstanceNode())
              : null;
      if (value != null) {
        out = out == arguments ? arguments.deepCopy() : out;
        replace(out, error.getInstanceLocation(), value);
      }
    }
    return out;
  }

  /** Whether no error at a place means that it takes other texts. */
  private static boolean ofType(NodePath place, List<Error> errors) {
    return errors.stream()
        .filter(error -> error.getInstanceLocation().equals(place))
        .allMatch(error -> BY_TYPE.contains(error.getKeyword()) || listsNoText(error));
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

  /** Null for anything but a text with the JSON of another type. */
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
      return value.isTextual() ? null : value;
    } catch (JsonProcessingException e) {
      return null;
    }
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
