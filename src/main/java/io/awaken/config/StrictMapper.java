package io.awaken.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.config.rules.DocumentSchema;
import io.awaken.config.source.DocumentKind;
import io.awaken.core.spec.ToolPattern;
import java.util.function.BiConsumer;

/**
 * Converts a document's tree to its record, after its schema has checked it. Error messages are our
 * own, since the mapper's quote values.
 */
final class StrictMapper {

  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .build();

  private StrictMapper() {}

  /**
   * Returns the record, or null after reporting each problem with its field.
   *
   * @param document normalised by its schema
   */
  static <T> T read(
      DocumentKind kind, ObjectNode document, Class<T> type, BiConsumer<String, String> problems) {
    if (!DocumentSchema.of(kind).check(document, problems)) {
      return null;
    }
    try {
      return MAPPER.treeToValue(document, type);
    } catch (JsonMappingException e) {
      problems.accept(field(e), reason(e));
    } catch (JsonProcessingException e) {
      problems.accept(null, "cannot be read");
    }
    return null;
  }

  private static String field(JsonMappingException e) {
    var field = new StringBuilder();
    for (JsonMappingException.Reference step : e.getPath()) {
      if (step.getFieldName() == null) {
        field.append('[').append(step.getIndex()).append(']');
      } else {
        field.append(field.isEmpty() ? "" : ".").append(step.getFieldName());
      }
    }
    return field.isEmpty() ? null : field.toString();
  }

  private static String reason(JsonMappingException e) {
    if (e.getCause() instanceof ToolPattern.Invalid pattern) {
      return pattern.getMessage();
    }
    // A schema takes 7.0 for a whole number.
    return e instanceof MismatchedInputException
        ? "must be a whole number"
        : "does not have the expected form";
  }
}
