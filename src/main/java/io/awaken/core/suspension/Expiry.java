package io.awaken.core.suspension;

import java.time.Duration;
import java.util.Objects;

/**
 * When a question is answered by itself, and how.
 *
 * @param afterMillis milliseconds from the commit that asks, above 0, at most {@link
 *     #MAX_AFTER_MILLIS}
 * @param outcome the decision that is taken then
 */
public record Expiry(long afterMillis, DecisionAction outcome) {

  /**
   * The id of such a decision, which no other has; also stands where otherwise the subject that
   * decided is named.
   */
  public static final String BY = "expiry";

  /** Ten years, 3,650 days: whatever clock it is added to, the time can be told and stored. */
  public static final long MAX_AFTER_MILLIS = Duration.ofDays(3_650).toMillis();

  public Expiry {
    Objects.requireNonNull(outcome, "an expiry must say what is decided then");
    if (afterMillis <= 0) {
      throw new IllegalArgumentException("an expiry must lie ahead, not " + afterMillis + " ms");
    }
    if (afterMillis > MAX_AFTER_MILLIS) {
      throw new IllegalArgumentException(
          "an expiry of " + afterMillis + " ms is too far ahead, the limit is " + MAX_AFTER_MILLIS);
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
