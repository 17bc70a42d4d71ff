package io.awaken.builtin.handoff;

/**
 * What happens to the {@link HandoffState} (features row 201); the hooks of phases and actions may
 * ask for it, the model does with the tool {@code agent_handoff}:
 *
 * <pre>{@code
 * return StateCommand.none().update(HandoffPlugin.STATE, HandoffAction.request("researcher"));
 * }</pre>
 */
public sealed interface HandoffAction {

  /** Takes over at the start of the run or the end of the step, whichever comes first. */
  record Request(String agent) implements HandoffAction {

    public Request {
      check(agent);
    }
  }

  /** Becomes the active agent; the runtime switches at that boundary. */
  record Activate(String agent) implements HandoffAction {

    public Activate {
      check(agent);
    }
  }

  /** Back to the run's own agent. */
  record Clear() implements HandoffAction {}

  /**
   * The runtime has switched, or must switch again; used by the plugin at its boundaries.
   *
   * @param agent who is at work; null for the run's own agent
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
