package io.awaken.core.store.job;

import java.time.Duration;

/**
 * How long a run that failed waits for its next attempt: twice as long each time, up to a limit
 * (features row 193).
 *
 * @param base after the first failure, at least a millisecond
 * @param max never longer than this, at least the base
 */
public record Backoff(Duration base, Duration max) {

  /** 250 ms, up to 30 s. */
  public static final Backoff DEFAULT = new Backoff(Duration.ofMillis(250), Duration.ofSeconds(30));

  /**
   * @throws IllegalArgumentException when the base is not positive or above the limit
   */
  public Backoff {
    if (base.toMillis() < 1 || max.compareTo(base) < 0) {
      throw new IllegalArgumentException("a backoff from " + base + " to " + max);
    }
  }

  /**
   * @param failures attempts that failed, the last one included
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
