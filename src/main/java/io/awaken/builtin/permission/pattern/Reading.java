package io.awaken.builtin.permission.pattern;

/**
 * How a pattern reads what a call leaves open: a field that is not there, several values of which
 * only some fit, a text too long for its regular expression. Rules that restrict and rules that
 * permit read it in opposite ways, each towards the safe side (features row 206).
 */
public enum Reading {
  /** Every value has to fit; a condition on a field that is not there is not met. */
  PERMITTING {
    @Override
    boolean met(int seen, boolean negative) {
      return seen == Outcome.HOLDS;
    }
  },
  /**
   * One value that fits, or cannot be judged, is enough; a condition that says what a field must
   * not be is met when the field is not there.
   */
  RESTRICTING {
    @Override
    boolean met(int seen, boolean negative) {
      return Outcome.in(seen, Outcome.HOLDS | Outcome.OPEN)
          || negative && Outcome.in(seen, Outcome.ABSENT);
    }
  };

  /**
   * Whether a condition is met.
   *
   * @param seen the outcomes of all its values
   * @param negative whether it says what must not be
   */
  abstract boolean met(int seen, boolean negative);
}
