package io.awaken.core.loop.call;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Abandoned calls whose tools have not returned, by tool. A tool with too many of them gets no more
 * calls, which leaves threads to other tools. Thread-safe.
 */
final class UnreturnedCalls {

  /** Briefly -1 for a tool that returns before it is counted. */
  private final ConcurrentMap<String, Integer> byTool = new ConcurrentHashMap<>();

  private final int budget;

  /**
   * @param budget how many a tool may have
   */
  UnreturnedCalls(int budget) {
    this.budget = budget;
  }

  /** Records an abandoned call whose tool still executes. */
  void abandoned(String tool) {
    add(tool, 1);
  }

  /** Records that its tool has returned. */
  void returned(String tool) {
    add(tool, -1);
  }

  private void add(String tool, int calls) {
    byTool.merge(tool, calls, (before, more) -> before + more == 0 ? null : before + more);
  }

  /** Why a tool gets no more calls now, or null. */
  String refusal(String tool) {
    int calls = byTool.getOrDefault(tool, 0);
    return calls < budget ? null : calls + " earlier calls of the tool have not returned";
  }

  int total() {
    return Math.max(0, byTool.values().stream().mapToInt(Integer::intValue).sum());
  }
}
