package io.awaken.server.documents;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.cfg.CoercionAction;
import com.fasterxml.jackson.databind.cfg.CoercionInputShape;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.type.LogicalType;
import io.awaken.core.spec.ToolPattern;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * Converts a document's tree to its record: snake case, no unknown fields, no conversions. Error
 * messages are our own, since the mapper's quote values.
 */
final class StrictMapper {

  private static final ObjectMapper MAPPER = mapper();

  private StrictMapper() {}

  /** Returns the record, or null after reporting each problem with its field. */
  static <T> T read(ObjectNode document, Class<T> type, BiConsumer<String, String> problems) {
    if (!RecordWalk.fits(document, type, problems)) {
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

  private static ObjectMapper mapper() {
    var builder =
        JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
            .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS);
    builder.withCoercionConfig(
        LogicalType.Textual,
        text ->
            text.setCoercion(CoercionInputShape.Integer, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Float, CoercionAction.Fail)
                .setCoercion(CoercionInputShape.Boolean, CoercionAction.Fail));
    return builder.build();
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
    if (e instanceof UnrecognizedPropertyException unknown) {
      return "is unknown; known fields are "
          + unknown.getKnownPropertyIds().stream()
              .map(Object::toString)
              .sorted()
              .collect(Collectors.joining(", "));
    }
    if (e.getCause() instanceof InputCoercionException) {
      return "must be a smaller whole number";
    }
    if (e.getCause() instanceof ToolPattern.Invalid pattern) {
      return pattern.getMessage();
    }
    return e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null
        ? "must be " + expected(mismatch.getTargetType())
        : "does not have the expected form";
  }

  private static String expected(Class<?> type) {
    if (type.isEnum()) {
      return "one of "
          + Arrays.stream(type.getEnumConstants())
              .map(constant -> MAPPER.convertValue(constant, String.class))
              .collect(Collectors.toCollection(TreeSet::new));
    }
    if (Collection.class.isAssignableFrom(type)) {
      return "a list";
    }
    if (Map.class.isAssignableFrom(type)
        || type.isRecord() && type.getRecordComponents().length > 1) {
      return "an object";
    }
    if (type == BigDecimal.class) {
      return "a number";
    }
    if (type == Boolean.class) {
      return "true or false";
    }
    return Number.class.isAssignableFrom(type) || type.isPrimitive()
        ? "a whole number"
        : "text (in quotes if it looks like a number)";
  }
}
