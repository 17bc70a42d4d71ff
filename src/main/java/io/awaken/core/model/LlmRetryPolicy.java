package io.awaken.core.model;

import java.time.Duration;
import java.util.List;

/**
 * What is done about a model call that fails (features row 103).
 *
 * @param maxRetries how often each model is retried; default 2
 * @param fallbackModels ids of the models that are asked when the agent's own has failed for good,
 *     in this order; default none
 * @param backoffBaseMs milliseconds before the first retry, doubled for each that follows; default
 *     500, 0 for none
 * @param overloadedBaseMs like {@code baseMs} after a provider reported overload; default 2,000,
 *     and 0 where {@code backoffBaseMs} is
 * @param jitter share of a wait that chance decides, 0 to 1; default 0.5
 * @param maxWait how long one model call may wait, in total, for models that ask for more than
 *     {@link #LONGEST_HELD}; default 15 minutes, zero for not at all
 * @param maxStreamRetries further calls that an answer may take that breaks off in its midst
 *     (features row 1000); default 2
 */
public record LlmRetryPolicy(
    Integer maxRetries,
    List<String> fallbackModels,
    Integer backoffBaseMs,
    Integer overloadedBaseMs,
    Double jitter,
    Duration maxWait,
    Integer maxStreamRetries) {

  /** No retry waits longer than this by itself. */
  public static final Duration MAX_BACKOFF = Duration.ofMillis(8_000);

  /** A longer wait blocks no thread (failure F34). */
  public static final Duration LONGEST_HELD = Duration.ofSeconds(10);

  /** The default of {@link #maxWait}. */
  public static final Duration USUAL_WAIT = Duration.ofMinutes(15);

  /** No retries and no fallbacks. */
  public static final LlmRetryPolicy NONE = new LlmRetryPolicy(0, null, null);

  /** Longer than any useful wait, and short enough for arithmetic. */
  private static final Duration FOR_EVER = Duration.ofDays(365);

  private static final int USUAL_BASE_MS = 500;
  private static final int USUAL_OVERLOADED_MS = 2_000;
  private static final double USUAL_JITTER = 0.5;

  /**
   * Jitter: the largest share by which a requested wait is extended, so that retries spread out.
   */
  private static final double LATER = 0.1;

  public LlmRetryPolicy {
    maxRetries = maxRetries == null ? 2 : maxRetries;
    fallbackModels = fallbackModels == null ? List.of() : List.copyOf(fallbackModels);
    backoffBaseMs = backoffBaseMs == null ? USUAL_BASE_MS : backoffBaseMs;
    if (overloadedBaseMs == null) {
      overloadedBaseMs = backoffBaseMs == 0 ? 0 : Math.max(USUAL_OVERLOADED_MS, backoffBaseMs);
    }
    maxStreamRetries = maxStreamRetries == null ? 2 : maxStreamRetries;
    jitter = jitter == null ? USUAL_JITTER : jitter;
    maxWait = maxWait == null ? USUAL_WAIT : maxWait;
  }

  /** With everything else as usual. */
  public LlmRetryPolicy(Integer maxRetries, List<String> fallbackModels, Integer backoffBaseMs) {
    this(maxRetries, fallbackModels, backoffBaseMs, null, null, null, null);
  }

  /** Whether there is anything to be done. */
  public boolean wanted() {
    return maxRetries > 0 || !fallbackModels.isEmpty();
  }

  /**
   * How long to wait: {@code min(base * 2^attempt, 8000 ms)}, of which chance takes away a part;
   * never less than the provider asks for.
   *
   * @param attempt the attempt that failed, counted from 0
   * @param chance at least 0 and below 1, from outside
   */
  public Duration backoff(int attempt, InferenceException failure, double chance) {
    boolean overloaded = failure.kind() == InferenceException.Kind.OVERLOADED;
    int base = overloaded ? overloadedBaseMs : backoffBaseMs;
    long whole = Math.min((long) base << Math.min(attempt, Integer.SIZE), MAX_BACKOFF.toMillis());
    long own = Math.round(whole * (1 - jitter * chance));
    Duration asked = failure.retryAfter();
    if (asked == null) {
      return Duration.ofMillis(own);
    }
    long wanted = asked.compareTo(FOR_EVER) < 0 ? asked.toMillis() : FOR_EVER.toMillis();
    long granted = Math.round(wanted * (1 + LATER * jitter * chance));
    return Duration.ofMillis(Math.max(own, granted));
  }
}
