package io.awaken.core.agent;

import io.awaken.core.spec.AgentSpec;
import java.util.List;
import java.util.Set;

/**
 * The plugins that delegates and handoff targets inherit: the agent's own ones that declare it and
 * that its filter does not silence. Global and injected plugins are in every agent.
 */
public final class PluginInheritance {

  private PluginInheritance() {}

  /**
   * The names of inherited plugins that the child lacks, in the parent's order.
   *
   * @param fromAbove plugins that the parent has inherited; passed on as well
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
