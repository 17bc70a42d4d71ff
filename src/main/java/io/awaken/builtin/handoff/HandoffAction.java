package io.awaken.builtin.handoff;

import io.awaken.builtin.handoff.HandoffPlugin.HandoffState;

/**
 * A change of the {@link HandoffState} (features row 201); hooks and actions may request it, the
 * model uses the tool {@code agent_handoff}:
 *
 * <pre>{@code
 * return StateCommand.none().update(HandoffPlugin.STATE, HandoffAction.request("researcher"));
 * }</pre>
 */
public sealed interface HandoffAction {

  /** Requests an agent, which takes over at the start of the run or the end of the step. */
  record Request(String agent) implements HandoffAction {

    public Request {
      check(agent);
    }
  }

  /** Makes an agent the active one; the runtime switches at that boundary. */
  record Activate(String agent) implements HandoffAction {

    public Activate {
      check(agent);
    }
  }

  /** Returns to the run's own agent. */
  record Clear() implements HandoffAction {}

  /**
   * Records whether the runtime has switched; used by the plugin at its boundaries.
   *
   * @param agent the current agent; null for the run's own
   */
  record Settle(String agent) implements HandoffAction {}

  static HandoffAction request(String agent) {
    return new Request(agent);
  }

  static HandoffAction activate(String agent) {
    return new Activate(agent);
  }

  static HandoffAction clear() {
    return new Clear();
  }

  private static void check(String agent) {
    if (agent == null || agent.isBlank()) {
      throw new IllegalArgumentException("a handoff names a variant or an agent");
    }
  }
}
