package io.awaken.core.suspension;

import java.util.Objects;

/**
 * When a question is answered by itself, and how.
 *
 * @param afterMillis milliseconds from the commit that asks, above 0
 * @param outcome the decision that is taken then
 */
public record Expiry(long afterMillis, DecisionAction outcome) {

  /**
   * The id of such a decision, which no other has; also stands where otherwise the subject that
   * decided is named.
   */
  public static final String BY = "expiry";

  public Expiry {
    Objects.requireNonNull(outcome, "an expiry must say what is decided then");
    if (afterMillis <= 0) {
      throw new IllegalArgumentException("an expiry must lie ahead, not " + afterMillis + " ms");
    }
  }

  /**
   * What is decided when the time is up.
   *
   * @param now epoch milliseconds
   */
  public Decision decision(long now) {
    return new Decision(BY, outcome, null, "nobody decided in time", now);
  }
}
