package io.awaken.core.action;

import java.util.List;

/**
 * The agent that has started to work on a run: its plugins were activated. Until then {@link
 * ActiveAgent} is only a request. An owner that takes the run over starts with this agent and does
 * not activate it again (features rows 54, 200-203).
 *
 * @param agent the agent
 * @param inherited names of the plugins inherited from the agents before it
 * @param resolution names the resolution of the agent if the run's own documents do not contain it;
 *     otherwise null
 */
public record WorkingAgent(ActiveAgent agent, List<String> inherited, String resolution) {

  /** The run's own agent, which inherits nothing. */
  public static final WorkingAgent OWN = new WorkingAgent(ActiveAgent.OWN, List.of());

  public WorkingAgent {
    inherited = List.copyOf(inherited);
  }

  /** An agent in the run's own documents. */
  public WorkingAgent(ActiveAgent agent, List<String> inherited) {
    this(agent, inherited, null);
  }
}
