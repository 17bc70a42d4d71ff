package io.awaken.core.context;

import io.awaken.core.message.Message;
import java.util.List;
import java.util.Set;

/**
 * Selects the messages to send when there are too many (features rows 148, 151): first by {@link
 * Truncation}; if the required ones are still too long, unanswered long results are cut, too. Pure.
 */
public final class ContextSelection {

  private ContextSelection() {}

  /**
   * @param messages oldest first; answered long results are already cut
   * @param budget tokens for all of them; may be negative
   * @param minRecent number of newest messages to keep, without system messages
   */
  public static List<Message> of(
      List<Message> messages, long budget, int minRecent, TokenEstimator estimator) {
    List<Message> sent = Truncation.of(messages, budget, minRecent, estimator);
    if (estimator.ofMessages(sent) <= budget) {
      return sent;
    }
    List<Message> shorter = ArtifactCompaction.of(messages, Set.of(), estimator);
    return shorter == messages ? sent : Truncation.of(shorter, budget, minRecent, estimator);
  }
}
