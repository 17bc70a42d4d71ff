package io.awaken.core.loop.call;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Calls that their runs gave up and whose tools have not returned, counted by tool. A tool that has
 * too many of them gets no more calls, so that other tools have threads left. Thread-safe.
 */
final class UnreturnedCalls {

  /** A tool that came back before it was counted stands at -1 for a moment. */
  private final ConcurrentMap<String, Integer> byTool = new ConcurrentHashMap<>();

  private final int budget;

  /**
   * @param budget how many a tool may have before it gets no more
   */
  UnreturnedCalls(int budget) {
    this.budget = budget;
  }

  /** A run gave up a call whose tool is still at work. */
  void abandoned(String tool) {
    add(tool, 1);
  }

  /** It has come back after all. */
  void cameBack(String tool) {
    add(tool, -1);
  }

  private void add(String tool, int calls) {
    byTool.merge(tool, calls, (before, more) -> before + more == 0 ? null : before + more);
  }

  /** Why a tool gets no more calls now; null when it may have some. */
  String refusal(String tool) {
    int calls = byTool.getOrDefault(tool, 0);
    return calls < budget ? null : calls + " earlier calls of the tool have not come back";
  }

  int total() {
    return Math.max(0, byTool.values().stream().mapToInt(Integer::intValue).sum());
  }
}
