package io.awaken.builtin.permission.pattern;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * The way to a field of the arguments, such as {@code files[*].path}. Immutable.
 *
 * @param steps from the outside in; not empty
 */
record FieldPath(List<Step> steps) {

  /** One step into a value. */
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

  /** The outcomes of all values that the path leads to. */
  int test(JsonNode arguments, ValueTest test) {
    return test(arguments, 0, test);
  }

  private int test(JsonNode node, int at, ValueTest test) {
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

  /** Text as it is, everything else as JSON; null is as good as nothing. */
  static int outcome(JsonNode value, ValueTest test) {
    if (value == null || value.isMissingNode() || value.isNull()) {
      return Outcome.ABSENT;
    }
    if (value.isTextual()) {
      return test.test(value.textValue());
    }
    String text;
    try {
      text = value.toString();
    } catch (RuntimeException e) {
      // Nested deeper than the mapper writes.
      return Outcome.OPEN;
    }
    return test.test(text);
  }
}
