package io.awaken.core.context;

import io.awaken.core.message.Message;
import java.util.List;
import java.util.Set;

/**
 * Makes a request smaller that the model refused as too long (features row 1040): long results are
 * cut, also those that it has not answered, and each attempt leaves out older messages until a
 * smaller part of the tokens is left. Pure.
 */
public final class ContextShrink {

  /** How often a request is made smaller before the refusal counts. */
  public static final int ATTEMPTS = 3;

  /** Of the tokens that were refused, so many are sent again. */
  public static final double PART = 0.6;

  private ContextShrink() {}

  /**
   * @param refused the messages that the model refused
   * @param attempt counted from 1
   * @param minRecent how many of the newest messages must be kept; each attempt halves them
   * @return messages with fewer tokens; the same list when there is nothing left to leave out
   */
  public static List<Message> of(
      List<Message> refused, int attempt, int minRecent, TokenEstimator estimator) {
    long before = estimator.ofMessages(refused);
    List<Message> cut = ArtifactCompaction.of(refused, Set.of(), estimator);
    int recent = Math.max(1, minRecent >> attempt);
    List<Message> sent = Truncation.of(cut, (long) (before * PART), recent, estimator);
    return estimator.ofMessages(sent) < before ? sent : refused;
  }
}
