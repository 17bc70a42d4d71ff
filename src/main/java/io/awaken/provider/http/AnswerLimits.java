package io.awaken.provider.http;

import java.time.Duration;

/**
 * Limits of one call.
 *
 * @param idle how long the provider may stay silent, before its answer and within it
 * @param answerBytes bytes of a streamed answer at the most; far beyond any answer, so that a
 *     broken provider cannot fill the memory
 * @param eventBytes bytes of one event at the most
 * @param errorBytes bytes that are read of an answer that is no stream
 */
public record AnswerLimits(Duration idle, long answerBytes, int eventBytes, int errorBytes) {

  private static final long ANSWER_BYTES = 64L << 20;
  private static final int EVENT_BYTES = 4 << 20;
  private static final int ERROR_BYTES = 16 << 10;

  /** 64 MiB for an answer, 4 MiB for an event, 16 KiB for an error. */
  public static AnswerLimits of(Duration idle) {
    return new AnswerLimits(idle, ANSWER_BYTES, EVENT_BYTES, ERROR_BYTES);
  }
}
