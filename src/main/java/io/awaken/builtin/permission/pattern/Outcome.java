package io.awaken.builtin.permission.pattern;

/** The outcomes of testing the values of a field, as a bit set without allocation. */
final class Outcome {

  /** A value matches. */
  static final int MATCHES = 1;

  /** A value does not match. */
  static final int FAILS = 2;

  /** A value cannot be judged. */
  static final int OPEN = 4;

  /** A value is missing. */
  static final int ABSENT = 8;

  private Outcome() {}

  static int of(boolean matches) {
    return matches ? MATCHES : FAILS;
  }

  static boolean in(int seen, int any) {
    return (seen & any) != 0;
  }

  /** The outcome of the opposite test. */
  static int negated(int seen) {
    return seen & (OPEN | ABSENT)
        | (in(seen, MATCHES) ? FAILS : 0)
        | (in(seen, FAILS) ? MATCHES : 0);
  }

  /** Counts a missing value as a match. */
  static int absentMatches(int seen) {
    return in(seen, ABSENT) ? seen & ~ABSENT | MATCHES : seen;
  }
}
