package io.awaken.core.plugin.context;

import java.util.Set;

/**
 * The documents that a section of an agent's document refers to. A run stores them when it starts,
 * so that it can continue with them after they have changed (failure F13).
 *
 * @param agents ids of agents that may take over
 * @param models ids of models that may be called
 * @param tools ids of tools that may be offered
 */
public record Mentions(Set<String> agents, Set<String> models, Set<String> tools) {

  public static final Mentions NONE = new Mentions(Set.of(), Set.of(), Set.of());

  public Mentions {
    agents = Set.copyOf(agents);
    models = Set.copyOf(models);
    tools = Set.copyOf(tools);
  }
}
