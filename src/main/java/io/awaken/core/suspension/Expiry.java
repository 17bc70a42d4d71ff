package io.awaken.core.suspension;

import java.time.Duration;
import java.util.Objects;

/**
 * When and how a question is decided automatically.
 *
 * @param afterMillis milliseconds from the commit that asks, above 0, at most {@link
 *     #MAX_AFTER_MILLIS}
 * @param outcome the decision at that time
 */
public record Expiry(long afterMillis, DecisionAction outcome) {

  /** The reserved id of such a decision; also replaces the deciding subject. */
  public static final String BY = "expiry";

  /** Ten years, 3,650 days: added to any clock, the time can be represented and stored. */
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
   * The decision at the expiry.
   *
   * @param now epoch milliseconds
   */
  public Decision decision(long now) {
    return new Decision(BY, outcome, null, "no decision was made in time", now);
  }
}
