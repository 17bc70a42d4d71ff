package io.awaken.core.loop.activation;

import io.awaken.core.plugin.hook.AfterTool.Vote;
import java.util.HashMap;
import java.util.Map;

/**
 * Votes of a step's calls to end the run. It ends when every call of the step has a vote, none says
 * no and one says yes. A call whose vote is unknown, because an earlier activation heard it, counts
 * as no.
 */
public final class TerminationVotes {

  private final Map<String, Vote> byCall = new HashMap<>();

  /**
   * @param vote null for a call without a vote
   */
  public void cast(String callId, Vote vote) {
    byCall.put(callId, vote == null ? Vote.NO : vote);
  }

  /**
   * @param calls how many calls the step has
   */
  public boolean unanimous(int calls) {
    return byCall.size() == calls
        && !byCall.containsValue(Vote.NO)
        && byCall.containsValue(Vote.YES);
  }
}
