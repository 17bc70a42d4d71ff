package io.awaken.builtin.permission.pattern;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.awaken.builtin.permission.pattern.Characters.QuotedText;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/**
 * The path to a field of the arguments, such as {@code files[*].path}. Immutable.
 *
 * @param steps from the outermost; not empty
 */
record FieldPath(List<Step> steps) {

  /** Digits beyond which a number keeps its exponent; every double has fewer. */
  private static final long MAX_DIGITS = 400;

  static final int MAX_STEPS = 16;
  private static final int MAX_INDEX_DIGITS = 6;

  /** A step into a value. */
  sealed interface Step {}

  /** A member of an object. */
  record Member(String name) implements Step {}

  /** An element of a list, counted from 0. */
  record Element(int index) implements Step {}

  /** All elements of a list. */
  record All() implements Step {}

  FieldPath {
    steps = List.copyOf(steps);
  }

  /** The combined outcomes of all values at the path. */
  int test(JsonNode arguments, ValueMatcher test) {
    return test(arguments, 0, test);
  }

  private int test(JsonNode node, int at, ValueMatcher test) {
    if (at == steps.size()) {
      return outcome(node, test);
    }
    return switch (steps.get(at)) {
      case Member member -> test(node.path(member.name()), at + 1, test);
      case Element element -> test(node.path(element.index()), at + 1, test);
      case All all -> {
        int seen = 0;
        for (int i = 0; node.isArray() && i < node.size(); i++) {
          seen |= test(node.get(i), at + 1, test);
        }
        yield seen == 0 ? Outcome.ABSENT : seen;
      }
    };
  }

  /** Tests the text of a value; null counts as missing. */
  static int outcome(JsonNode value, ValueMatcher test) {
    if (value == null || value.isMissingNode() || value.isNull()) {
      return Outcome.ABSENT;
    }
    String text;
    try {
      text = text(value);
    } catch (RuntimeException e) {
      // Nested too deeply for the mapper.
      return Outcome.OPEN;
    }
    return test.test(text);
  }

  /** Parses the next path; returns null and consumes nothing when there is none. */
  static FieldPath read(Characters in) {
    if (!begins(in.peek())) {
      return null;
    }
    var steps = new ArrayList<Step>();
    steps.add(member(in));
    while (true) {
      int mark = in.mark();
      Step step = step(in);
      if (step == null) {
        in.back(mark);
        return new FieldPath(steps);
      }
      add(steps, step, in);
    }
  }

  private static void add(List<Step> steps, Step step, Characters in) {
    if (steps.size() == MAX_STEPS) {
      throw in.expected("a path of at most " + MAX_STEPS + " steps");
    }
    steps.add(step);
  }

  /** Parses a step; null when there is none, so that the text is no path. */
  private static Step step(Characters in) {
    if (in.take(".")) {
      return begins(in.peek()) ? member(in) : null;
    }
    if (!in.take("[")) {
      return null;
    }
    Step step = in.take("*") ? new All() : bracketed(in);
    return step != null && in.take("]") ? step : null;
  }

  private static Step bracketed(Characters in) {
    if (QuotedText.begins(in)) {
      return new Member(QuotedText.read(in).text());
    }
    int mark = in.mark();
    while (in.peek() >= '0' && in.peek() <= '9') {
      in.next();
    }
    String digits = in.from(mark);
    return digits.isEmpty() || digits.length() > MAX_INDEX_DIGITS
        ? null
        : new Element(Integer.parseInt(digits));
  }

  private static Member member(Characters in) {
    int mark = in.mark();
    while (goesOn(in.peek())) {
      in.next();
    }
    return new Member(in.from(mark));
  }

  private static boolean begins(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$';
  }

  private static boolean goesOn(char c) {
    return begins(c) || c >= '0' && c <= '9' || c == '-';
  }

  /**
   * A text as it is, any other value as JSON, with each number in its shortest form without an
   * exponent. A model may write 1000 as {@code 1e3} or {@code 1000.0}, and a tool gets the same
   * number.
   */
  private static String text(JsonNode value) {
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
