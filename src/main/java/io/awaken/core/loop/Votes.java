package io.awaken.core.loop;

import java.util.HashMap;
import java.util.Map;

/** Votes of a step's calls to end the run; it ends when all calls have one and each says yes. */
final class Votes {

  private final Map<String, Boolean> byCall = new HashMap<>();

  /**
   * @param terminate null for a call that nobody voted on
   */
  void cast(String callId, Boolean terminate) {
    byCall.put(callId, Boolean.TRUE.equals(terminate));
  }

  void clear() {
    byCall.clear();
  }

  boolean unanimous() {
    return !byCall.isEmpty() && !byCall.containsValue(false);
  }
}
