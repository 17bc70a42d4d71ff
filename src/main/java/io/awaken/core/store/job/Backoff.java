package io.awaken.core.store.job;

import java.time.Duration;

/**
 * The delay before the next attempt of a failed run: doubled each time, up to a limit (features row
 * 193).
 *
 * @param base delay after the first failure, at least a millisecond
 * @param max upper limit, at least the base
 */
public record Backoff(Duration base, Duration max) {

  /** 250 ms, up to 30 s. */
  public static final Backoff DEFAULT = new Backoff(Duration.ofMillis(250), Duration.ofSeconds(30));

  /**
   * @throws IllegalArgumentException when the base is not positive or exceeds the limit
   */
  public Backoff {
    if (base.toMillis() < 1 || max.compareTo(base) < 0) {
      throw new IllegalArgumentException("a backoff from " + base + " to " + max);
    }
  }

  /**
   * @param failures number of failed attempts, including the last
   */
  public Duration after(int failures) {
    long limit = max.toMillis();
    long delay = base.toMillis();
    for (int doubled = 1; doubled < failures && delay < limit; doubled++) {
      delay *= 2;
    }
    return Duration.ofMillis(Math.min(delay, limit));
  }
}
