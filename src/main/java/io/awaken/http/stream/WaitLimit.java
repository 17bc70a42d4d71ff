package io.awaken.http.stream;

import java.time.Duration;

/**
 * How long a request may wait for a run.
 *
 * @param most the longest; default 60 s
 */
public record WaitLimit(Duration most) {

  /** The default wait. */
  public static final Duration USUAL = Duration.ofSeconds(30);

  /** Limits a requested time in milliseconds; null for the default. */
  public Duration of(Long millis) {
    Duration wanted = millis == null ? USUAL : Duration.ofMillis(Math.max(0, millis));
    return wanted.compareTo(most) < 0 ? wanted : most;
  }
}
