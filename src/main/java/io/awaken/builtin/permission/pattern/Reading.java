package io.awaken.builtin.permission.pattern;

/**
 * How a pattern treats ambiguous cases: a missing field, several values of which only some match, a
 * text too long for its regular expression. Restricting and permitting rules treat them in opposite
 * ways, each towards the safe side (features row 206).
 */
public enum Reading {
  /** Every value must match; a missing field does not meet a condition. */
  PERMITTING {
    @Override
    boolean met(int seen, boolean negative) {
      return seen == Outcome.MATCHES;
    }
  },
  /**
   * One value that matches or cannot be judged is enough; a missing field meets a negated
   * condition.
   */
  RESTRICTING {
    @Override
    boolean met(int seen, boolean negative) {
      return Outcome.in(seen, Outcome.MATCHES | Outcome.OPEN)
          || negative && Outcome.in(seen, Outcome.ABSENT);
    }
  };

  /**
   * Whether a condition is met.
   *
   * @param seen the outcomes of all its values
   * @param negative whether the condition is negated
   */
  abstract boolean met(int seen, boolean negative);
}
