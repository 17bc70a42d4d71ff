package io.awaken.provider.http;

import java.time.Duration;

/**
 * Limits of one call.
 *
 * @param idle how long the provider may stay silent before the first piece of its answer
 * @param idleWithin how long it may stay silent behind the first piece; twice that where the model
 *     reasons, and never longer than {@code idle}
 * @param answerBytes bytes of a streamed answer at the most; far beyond any answer, so that a
 *     broken provider cannot fill the memory
 * @param eventBytes bytes of one event at the most
 * @param errorBytes bytes that are read of an answer that is no stream
 */
public record AnswerLimits(
    Duration idle, Duration idleWithin, long answerBytes, int eventBytes, int errorBytes) {

  /** Unless the provider's document says something else. */
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
   * How long the provider may stay silent behind the first piece.
   *
   * @param reasons whether the model thinks, which not every provider shows
   */
  Duration within(boolean reasons) {
    Duration most = reasons ? idleWithin.multipliedBy(2) : idleWithin;
    return most.compareTo(idle) < 0 ? most : idle;
  }
}
