package io.awaken.core.webhook;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * When a message is tried again, like the example of Standard Webhooks: at growing distances over
 * about a day (F49), then it is given up.
 */
final class RetryRules {

  /** The waits after the first, second, .. failed attempt. */
  static final List<Duration> WAITS =
      List.of(
          Duration.ofSeconds(5),
          Duration.ofSeconds(30),
          Duration.ofMinutes(2),
          Duration.ofMinutes(10),
          Duration.ofMinutes(30),
          Duration.ofHours(1),
          Duration.ofHours(2),
          Duration.ofHours(4),
          Duration.ofHours(8),
          Duration.ofHours(10));

  private RetryRules() {}

  /**
   * The wait after a failed attempt; empty when it was the last.
   *
   * @param attempt its number, from 1
   */
  static Optional<Duration> after(int attempt) {
    return attempt > WAITS.size() ? Optional.empty() : Optional.of(WAITS.get(attempt - 1));
  }
}
