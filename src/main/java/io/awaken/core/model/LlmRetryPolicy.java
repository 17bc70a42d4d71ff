package io.awaken.core.model;

import java.time.Duration;
import java.util.List;

/**
 * How failed model calls are retried (features row 103).
 *
 * @param maxRetries retries of each model; default 2
 * @param fallbackModels ids of the models to try in order after the agent's own has failed; default
 *     none
 * @param backoffBaseMs milliseconds before the first retry, doubled for each further one; default
 *     500, 0 for none
 * @param overloadedBaseMs like {@code baseMs} after a provider reported overload; default 2,000,
 *     and 0 where {@code backoffBaseMs} is
 * @param jitter random share of a wait, 0 to 1; default 0.5
 * @param maxWait maximum total time that a model call waits for models that require more than
 *     {@link #LONGEST_HELD}; default 15 minutes, zero for no such waits
 * @param maxStreamRetries further calls for an interrupted answer (features row 1000); default 2
 * @param allowEmptyAnswer whether an answer of nothing is an answer; otherwise the model is called
 *     once more, and then the call fails; default false
 */
public record LlmRetryPolicy(
    Integer maxRetries,
    List<String> fallbackModels,
    Integer backoffBaseMs,
    Integer overloadedBaseMs,
    Double jitter,
    Duration maxWait,
    Integer maxStreamRetries,
    Boolean allowEmptyAnswer) {

  /** Maximum wait of a retry, unless the provider requires more. */
  public static final Duration MAX_BACKOFF = Duration.ofMillis(8_000);

  /** The longest wait that blocks a thread (failure F34). */
  public static final Duration LONGEST_HELD = Duration.ofSeconds(10);

  /** The default of {@link #maxWait}. */
  public static final Duration USUAL_WAIT = Duration.ofMinutes(15);

  /** No retries and no fallbacks. */
  public static final LlmRetryPolicy NONE = new LlmRetryPolicy(0, null, null);

  /** Above any useful wait, without risk of overflow. */
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
    allowEmptyAnswer = allowEmptyAnswer != null && allowEmptyAnswer;
  }

  /** With defaults for all other values. */
  public LlmRetryPolicy(Integer maxRetries, List<String> fallbackModels, Integer backoffBaseMs) {
    this(maxRetries, fallbackModels, backoffBaseMs, null, null, null, null, null);
  }

  /** Whether it retries at all. */
  public boolean wanted() {
    return maxRetries > 0 || !fallbackModels.isEmpty();
  }

  /**
   * The wait before a retry: {@code min(base * 2^attempt, 8000 ms)} minus a random part; never less
   * than the provider requires.
   *
   * @param attempt index of the failed attempt, from 0
   * @param chance random number, at least 0 and below 1
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
    return Duration.ofMillis(Math.max(own, later(Duration.ofMillis(wanted), chance).toMillis()));
  }

  /**
   * A wait that others have too, extended by a random part, so that they do not end together.
   *
   * @param chance random number, at least 0 and below 1
   */
  Duration later(Duration wait, double chance) {
    return Duration.ofMillis(Math.round(wait.toMillis() * (1 + LATER * jitter * chance)));
  }
}
