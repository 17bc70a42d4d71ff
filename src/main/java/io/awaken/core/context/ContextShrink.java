package io.awaken.core.context;

import io.awaken.core.message.Message;
import java.util.List;
import java.util.Set;

/**
 * Shrinks a request that the model refused as too long (features row 1040): cuts all long results,
 * and each attempt omits older messages until a smaller share of the tokens is left. Pure.
 */
public final class ContextShrink {

  /** Maximum attempts before the refusal is final. */
  public static final int ATTEMPTS = 3;

  /** The share of the refused tokens that each attempt sends. */
  public static final double PART = 0.6;

  private ContextShrink() {}

  /**
   * @param refused the messages that the model refused
   * @param attempt counted from 1
   * @param minRecent number of newest messages to keep; halved by each attempt
   * @return messages with fewer tokens; the same list when nothing can be omitted
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
