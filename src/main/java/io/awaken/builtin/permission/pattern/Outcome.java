package io.awaken.builtin.permission.pattern;

/** What came of testing the values of a field, as a set of bits: nothing is allocated for it. */
final class Outcome {

  /** A value fits. */
  static final int HOLDS = 1;

  /** A value does not fit. */
  static final int FAILS = 2;

  /** A value cannot be judged. */
  static final int OPEN = 4;

  /** There is no value, or none where one should be. */
  static final int ABSENT = 8;

  private Outcome() {}

  static int of(boolean holds) {
    return holds ? HOLDS : FAILS;
  }

  static boolean in(int seen, int any) {
    return (seen & any) != 0;
  }

  /** The outcome of the opposite test. */
  static int negated(int seen) {
    return seen & (OPEN | ABSENT) | (in(seen, HOLDS) ? FAILS : 0) | (in(seen, FAILS) ? HOLDS : 0);
  }

  /** Like the other, where a missing value counts as a match. */
  static int absentHolds(int seen) {
    return in(seen, ABSENT) ? seen & ~ABSENT | HOLDS : seen;
  }
}
