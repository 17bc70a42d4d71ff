package io.awaken.core.action;

import java.util.List;

/**
 * The agent that has begun to work on a run: its plugins were activated and let it go on. Until
 * then {@link ActiveAgent} is a wish. An owner that takes the run over begins with this agent and
 * does not activate it again (features rows 54, 200-203).
 *
 * @param agent who works
 * @param inherited names of the plugins that came along from the agents before it
 * @param resolution names what the agent was put together from, when it is none of those whose
 *     documents the run keeps; else null
 */
public record WorkingAgent(ActiveAgent agent, List<String> inherited, String resolution) {

  /** The run's own agent, which inherits nothing. */
  public static final WorkingAgent OWN = new WorkingAgent(ActiveAgent.OWN, List.of());

  public WorkingAgent {
    inherited = List.copyOf(inherited);
  }

  /** An agent whose documents the run keeps. */
  public WorkingAgent(ActiveAgent agent, List<String> inherited) {
    this(agent, inherited, null);
  }
}
