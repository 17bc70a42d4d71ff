package io.awaken.core.loop.activation;

import io.awaken.core.plugin.hook.AfterTool.Vote;
import java.util.HashMap;
import java.util.Map;

/**
 * Votes of a step's calls to end the run. The run ends when every call has voted, none against and
 * at least one in favour. A vote from an earlier activation is unknown and counts against.
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
   * @param calls number of calls in the step
   */
  public boolean unanimous(int calls) {
    return byCall.size() == calls
        && !byCall.containsValue(Vote.NO)
        && byCall.containsValue(Vote.YES);
  }
}
