package io.awaken.http.stream;

import java.time.Duration;

/**
 * How long a request may wait for a run.
 *
 * @param max the longest; default 60 s
 */
public record WaitLimit(Duration max) {

  /** The default wait. */
  public static final Duration USUAL = Duration.ofSeconds(30);

  /** Limits a requested time in milliseconds; null for the default. */
  public Duration of(Long millis) {
    Duration requested = millis == null ? USUAL : Duration.ofMillis(Math.max(0, millis));
    return requested.compareTo(max) < 0 ? requested : max;
  }
}
