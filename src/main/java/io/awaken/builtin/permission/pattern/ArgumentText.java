package io.awaken.builtin.permission.pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigDecimal;

/**
 * The text of an argument that patterns compare: JSON, with each number in its shortest form
 * without an exponent. A model may write 1000 as {@code 1e3} or {@code 1000.0}, and a tool gets the
 * same number. Stateless.
 */
final class ArgumentText {

  /** Digits beyond which a number keeps its exponent; every double has fewer. */
  private static final long MAX_DIGITS = 400;

  private ArgumentText() {}

  /** A text as it is, any other value as JSON. */
  static String of(JsonNode value) {
    if (value.isTextual()) {
      return value.textValue();
    }
    if (!hasFraction(value)) {
      return value.toString();
    }
    var text = new StringBuilder();
    write(value, text);
    return text.toString();
  }

  private static boolean hasFraction(JsonNode value) {
    if (!value.isContainerNode()) {
      return value.isFloatingPointNumber();
    }
    for (JsonNode part : value) {
      if (hasFraction(part)) {
        return true;
      }
    }
    return false;
  }

  private static void write(JsonNode value, StringBuilder text) {
    if (value.isObject()) {
      char before = '{';
      for (var field : value.properties()) {
        text.append(before).append(TextNode.valueOf(field.getKey())).append(':');
        write(field.getValue(), text);
        before = ',';
      }
      text.append(value.isEmpty() ? "{}" : "}");
    } else if (value.isArray()) {
      char before = '[';
      for (JsonNode element : value) {
        text.append(before);
        write(element, text);
        before = ',';
      }
      text.append(value.isEmpty() ? "[]" : "]");
    } else {
      text.append(value.isFloatingPointNumber() ? number(value) : value.toString());
    }
  }

  private static String number(JsonNode value) {
    if (!value.isBigDecimal() && !Double.isFinite(value.doubleValue())) {
      return value.toString();
    }
    BigDecimal shortest =
        value.isBigDecimal()
            ? value.decimalValue().stripTrailingZeros()
            : new BigDecimal(value.asText()).stripTrailingZeros();
    return Math.abs((long) shortest.scale()) <= MAX_DIGITS
        ? shortest.toPlainString()
        : shortest.toString();
  }
}
