package io.awaken.server.tool;

import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.validation.constraints.DecimalMax;
import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Negative;
import jakarta.validation.constraints.NegativeOrZero;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.math.BigDecimal;
import java.util.function.BiConsumer;

/**
 * Adds a parameter's Bean Validation constraints to its JSON schema. The schema generator does so
 * only for fields.
 */
final class ParameterConstraints {

  private final AnnotatedElement parameter;
  private final ObjectNode schema;

  private ParameterConstraints(AnnotatedElement parameter, ObjectNode schema) {
    this.parameter = parameter;
    this.schema = schema;
  }

  /** Adds them to the schema of the parameter's type. */
  static void apply(AnnotatedElement parameter, ObjectNode schema) {
    var constraints = new ParameterConstraints(parameter, schema);
    constraints.lengths();
    constraints.numbers();
    constraints.text();
  }

  private void lengths() {
    when(NotEmpty.class, (found, to) -> to.put(bound("min"), 1));
    when(NotBlank.class, (found, to) -> to.put("minLength", 1).put("pattern", "\\S"));
    when(
        Size.class,
        (size, to) -> {
          if (size.min() > 0) {
            to.put(bound("min"), size.min());
          }
          if (size.max() < Integer.MAX_VALUE) {
            to.put(bound("max"), size.max());
          }
        });
  }

  private void numbers() {
    when(Min.class, (min, to) -> to.put("minimum", min.value()));
    when(Max.class, (max, to) -> to.put("maximum", max.value()));
    when(
        DecimalMin.class,
        (min, to) ->
            to.put(min.inclusive() ? "minimum" : "exclusiveMinimum", new BigDecimal(min.value())));
    when(
        DecimalMax.class,
        (max, to) ->
            to.put(max.inclusive() ? "maximum" : "exclusiveMaximum", new BigDecimal(max.value())));
    when(Positive.class, (found, to) -> to.put("exclusiveMinimum", 0));
    when(PositiveOrZero.class, (found, to) -> to.put("minimum", 0));
    when(Negative.class, (found, to) -> to.put("exclusiveMaximum", 0));
    when(NegativeOrZero.class, (found, to) -> to.put("maximum", 0));
  }

  /** Bean Validation matches the whole text, a schema any part of it: so anchors are added. */
  private void text() {
    when(Pattern.class, (found, to) -> to.put("pattern", "^(?:" + found.regexp() + ")$"));
    when(Email.class, (found, to) -> to.put("format", "email"));
  }

  private <A extends Annotation> void when(Class<A> type, BiConsumer<A, ObjectNode> then) {
    A found = parameter.getAnnotation(type);
    if (found != null) {
      then.accept(found, schema);
    }
  }

  private String bound(String side) {
    return switch (schema.path("type").asText()) {
      case "array" -> side + "Items";
      case "object" -> side + "Properties";
      default -> side + "Length";
    };
  }
}
