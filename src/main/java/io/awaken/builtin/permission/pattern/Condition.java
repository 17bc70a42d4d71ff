package io.awaken.builtin.permission.pattern;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.builtin.permission.pattern.ToolCallPattern.Specificity;

/** A condition of a pattern on a call's arguments. Thread-safe. */
sealed interface Condition {

  boolean met(CallSubject call, Reading reading);

  /** See {@link Specificity#precision}. */
  int precision();

  /**
   * Tests a field.
   *
   * @param path the field
   * @param optional whether a missing field meets it
   * @param negative whether the test is negated
   * @param test the test, not negated
   */
  record Field(FieldPath path, boolean optional, boolean negative, ValueMatcher test)
      implements Condition {

    @Override
    public boolean met(CallSubject call, Reading reading) {
      int tested = path.test(call.arguments(), test);
      int seen = negative ? Outcome.negated(tested) : tested;
      return reading.met(optional ? Outcome.absentMatches(seen) : seen, negative);
    }

    @Override
    public int precision() {
      return negative ? 0 : test.precision();
    }
  }

  /** Matches the primary argument of the tool. */
  record Primary(ValueMatcher test) implements Condition {

    @Override
    public boolean met(CallSubject call, Reading reading) {
      return reading.met(outcomes(call, reading), false);
    }

    private int outcomes(CallSubject call, Reading reading) {
      JsonNode arguments = call.arguments();
      if (call.primaryArgument() != null) {
        return FieldPath.outcome(arguments.path(call.primaryArgument()), test);
      }
      int seen = whole(arguments);
      // An additional argument must not bypass a rule for the first one.
      if (reading == Reading.RESTRICTING && arguments.isObject()) {
        for (JsonNode value : arguments) {
          seen |= FieldPath.outcome(value, test);
        }
      }
      return seen;
    }

    private int whole(JsonNode arguments) {
      boolean only = arguments.isObject() && arguments.size() == 1;
      return FieldPath.outcome(only ? arguments.iterator().next() : arguments, test);
    }

    @Override
    public int precision() {
      return test.precision();
    }
  }
}
