package io.awaken.core.model;

import java.time.Duration;
import java.util.List;

/**
 * What is done about a model call that fails (features row 103).
 *
 * @param maxRetries how often each model is asked again; default 2
 * @param fallbackModels ids of the models that are asked when the agent's own has failed for good,
 *     in this order; default none
 * @param backoffBaseMs milliseconds before the first retry, doubled for each that follows; default
 *     500, 0 for none
 */
public record LlmRetryPolicy(
    Integer maxRetries, List<String> fallbackModels, Integer backoffBaseMs) {

  /** No retry waits longer than this. */
  public static final Duration MAX_BACKOFF = Duration.ofMillis(8_000);

  public LlmRetryPolicy {
    maxRetries = maxRetries == null ? 2 : maxRetries;
    fallbackModels = fallbackModels == null ? List.of() : List.copyOf(fallbackModels);
    backoffBaseMs = backoffBaseMs == null ? 500 : backoffBaseMs;
  }

  /** Whether there is anything to be done. */
  public boolean wanted() {
    return maxRetries > 0 || !fallbackModels.isEmpty();
  }

  /**
   * How long to wait: {@code min(base * 2^attempt, 8000 ms)}, and as long as the provider asks for
   * within the same bound.
   *
   * @param attempt the attempt that failed, counted from 0
   * @param asked what the provider asks for; null when it did not say
   */
  Duration backoff(int attempt, Duration asked) {
    int doublings = Math.min(attempt, Integer.SIZE);
    long millis = Math.min((long) backoffBaseMs << doublings, MAX_BACKOFF.toMillis());
    Duration own = Duration.ofMillis(millis);
    if (asked == null || asked.compareTo(own) <= 0) {
      return own;
    }
    return asked.compareTo(MAX_BACKOFF) < 0 ? asked : MAX_BACKOFF;
  }
}
