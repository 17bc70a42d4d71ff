package io.awaken.core.context;

import io.awaken.core.message.Message;
import java.util.List;
import java.util.Set;

/**
 * What is sent of messages that are too many (features rows 148, 151): first {@link Truncation};
 * when what must be kept is still too long, long results that the model has not answered yet are
 * cut as well. Pure.
 */
public final class ContextSelection {

  private ContextSelection() {}

  /**
   * @param messages oldest first; long results that the model has answered are cut already
   * @param budget tokens for all of them; may be negative
   * @param minRecent how many of the newest messages must be kept, system messages not counted
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
