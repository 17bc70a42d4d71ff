package io.awaken.core.agent;

import io.awaken.core.spec.AgentSpec;
import java.util.List;
import java.util.Set;

/**
 * Which plugins come along when an agent delegates or hands over: global and injected ones are
 * everywhere anyway; of the agent's own, those that declare it and that its filter does not
 * silence.
 */
public final class PluginInheritance {

  private PluginInheritance() {}

  /**
   * The names of plugins that a child has from its parent, beyond its own, in the parent's order.
   *
   * @param fromAbove what the parent itself has from its parent; goes along as well
   * @throws ResolveException when one of the agents names a plugin that does not exist
   */
  public static List<String> carried(
      PluginSet plugins, AgentSpec parent, List<String> fromAbove, AgentSpec child) {
    Set<String> there =
        Set.copyOf(
            AgentPlugins.of(plugins, child, List.of()).all().stream()
                .map(InstalledPlugin::name)
                .toList());
    return AgentPlugins.of(plugins, parent, fromAbove).behaving().stream()
        .filter(InstalledPlugin::inherited)
        .map(InstalledPlugin::name)
        .filter(name -> !there.contains(name))
        .toList();
  }
}
