package io.awaken.builtin.permission.pattern;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * The path to a field of the arguments, such as {@code files[*].path}. Immutable.
 *
 * @param steps from the outermost; not empty
 */
record FieldPath(List<Step> steps) {

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

  /** Tests the {@link ArgumentText}; null counts as missing. */
  static int outcome(JsonNode value, ValueMatcher test) {
    if (value == null || value.isMissingNode() || value.isNull()) {
      return Outcome.ABSENT;
    }
    String text;
    try {
      text = ArgumentText.of(value);
    } catch (RuntimeException e) {
      // Nested too deeply for the mapper.
      return Outcome.OPEN;
    }
    return test.test(text);
  }
}
