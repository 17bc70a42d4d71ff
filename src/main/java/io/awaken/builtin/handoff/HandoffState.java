package io.awaken.builtin.handoff;

/**
 * The agent that continues a thread (features row 201): names of variants or ids of agents.
 *
 * @param activeAgent the current agent; null for the run's own
 * @param requestedAgent the agent that takes over at the next boundary; null for none
 * @param settled whether the runtime has switched to the active agent
 */
public record HandoffState(String activeAgent, String requestedAgent, boolean settled) {

  public static final HandoffState NONE = new HandoffState(null, null, true);

  /** The requested agent, otherwise the active one; null for the run's own. */
  public String effectiveAgent() {
    return requestedAgent == null ? activeAgent : requestedAgent;
  }

  HandoffState with(HandoffAction action) {
    return switch (action) {
      case HandoffAction.Request request -> new HandoffState(activeAgent, request.agent(), settled);
      case HandoffAction.Activate activate -> new HandoffState(activate.agent(), null, false);
      case HandoffAction.Clear clear -> new HandoffState(null, null, false);
      case HandoffAction.Settle settle -> new HandoffState(settle.agent(), null, true);
    };
  }
}
