package io.awaken.provider.http;

import java.time.Duration;

/**
 * Limits of one call.
 *
 * @param idle maximum silence before the first piece of the answer
 * @param idleWithin maximum silence after the first piece; doubled for a model that reasons, but at
 *     most {@code idle}
 * @param answerBytes maximum bytes of a streamed answer; far above any real one, so that a broken
 *     provider cannot exhaust memory
 * @param eventBytes maximum bytes of one event
 * @param errorBytes maximum bytes read of a response that is not a stream
 */
public record AnswerLimits(
    Duration idle, Duration idleWithin, long answerBytes, int eventBytes, int errorBytes) {

  /** The default of a provider's document. */
  public static final Duration IDLE_WITHIN = Duration.ofSeconds(60);

  private static final long ANSWER_BYTES = 64L << 20;
  private static final int EVENT_BYTES = 4 << 20;
  private static final int ERROR_BYTES = 16 << 10;

  /** Like {@link #of(Duration, Duration)} with 60 s within an answer. */
  public static AnswerLimits of(Duration idle) {
    return of(idle, IDLE_WITHIN);
  }

  /** 64 MiB for an answer, 4 MiB for an event, 16 KiB for an error. */
  public static AnswerLimits of(Duration idle, Duration idleWithin) {
    return new AnswerLimits(idle, idleWithin, ANSWER_BYTES, EVENT_BYTES, ERROR_BYTES);
  }

  /**
   * Returns the maximum silence after the first piece.
   *
   * @param reasons whether the model reasons, which some providers do not stream
   */
  Duration within(boolean reasons) {
    Duration most = reasons ? idleWithin.multipliedBy(2) : idleWithin;
    return most.compareTo(idle) < 0 ? most : idle;
  }
}
