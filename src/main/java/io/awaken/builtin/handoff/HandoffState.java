package io.awaken.builtin.handoff;

/**
 * Who goes on with a thread (features row 201): names of variants or ids of agents.
 *
 * @param activeAgent who is at work; null for the run's own agent
 * @param requestedAgent who shall take over at the next boundary; null for nobody
 */
public record HandoffState(String activeAgent, String requestedAgent) {

  public static final HandoffState NONE = new HandoffState(null, null);

  /** Who counts: requested, else active; null for the run's own agent. */
  public String effectiveAgent() {
    return requestedAgent == null ? activeAgent : requestedAgent;
  }

  HandoffState with(HandoffAction action) {
    return switch (action) {
      case HandoffAction.Request request -> new HandoffState(activeAgent, request.agent());
      case HandoffAction.Activate activate -> new HandoffState(activate.agent(), null);
      case HandoffAction.Clear clear -> NONE;
    };
  }
}
