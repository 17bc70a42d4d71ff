package io.awaken.core.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.agent.InstalledPlugin.SectionCheck;
import io.awaken.core.plugin.ExecutionEnv;
import io.awaken.core.plugin.PluginRegistration;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.state.StateException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The plugins of an agent: the second stage of its resolution (features rows 13-14, 34-36).
 *
 * @param spec the agent
 * @param all all plugins in order: global, named by the agent, named only by its filter, inherited,
 *     injected
 * @param silenced own plugins that the agent's filter does not name: only their structural parts
 *     are enabled
 */
record AgentPlugins(AgentSpec spec, List<InstalledPlugin> all, Set<String> silenced) {

  private static final String STOP_CONDITION = "stop-condition";

  /**
   * @param inherited names of plugins inherited from a parent; the filter does not affect them
   * @throws ResolveException when the agent names one that does not exist
   */
  static AgentPlugins of(PluginSet plugins, AgentSpec spec, Collection<String> inherited) {
    var own = own(plugins, spec);
    var silenced = new LinkedHashSet<String>();
    if (!spec.activeHookFilter().isEmpty()) {
      silenced.addAll(own.keySet());
      silenced.removeAll(spec.activeHookFilter());
      // Agents do not list it, and a filter must not disable a limit.
      if (!spec.pluginIds().contains(STOP_CONDITION)) {
        silenced.remove(STOP_CONDITION);
      }
    }
    List<InstalledPlugin> all = new ArrayList<>(plugins.global());
    all.addAll(own.values());
    for (String name : inherited) {
      if (!own.containsKey(name) && plugins.byName().containsKey(name)) {
        all.add(plugins.byName().get(name));
      }
    }
    all.addAll(plugins.injected());
    return new AgentPlugins(spec, all, silenced);
  }

  /** The agent's own plugins, without those of all agents. */
  private static Map<String, InstalledPlugin> own(PluginSet plugins, AgentSpec spec) {
    var own = new LinkedHashMap<String, InstalledPlugin>();
    for (String name : named(spec)) {
      InstalledPlugin plugin = plugins.byName().get(name);
      if (plugin != null) {
        own.put(name, plugin);
      } else if (!plugins.everywhere(name)) {
        throw new ResolveException(new ResolveError.PluginNotFound(spec.id(), name));
      }
    }
    spec.activeHookFilter().stream()
        .filter(plugins.byName()::containsKey)
        .sorted()
        .forEach(name -> own.putIfAbsent(name, plugins.byName().get(name)));
    return own;
  }

  /** A plugin enforces the limits that an agent declares; the agent need not name it. */
  private static Set<String> named(AgentSpec spec) {
    var names = new LinkedHashSet<>(spec.pluginIds());
    if (!spec.stopConditions().isEmpty()) {
      names.add(STOP_CONDITION);
    }
    return names;
  }

  /** A tool of one of these plugins. */
  Optional<RegisteredTool> tool(String id) {
    return all.stream().map(plugin -> plugin.tools().get(id)).filter(Objects::nonNull).findFirst();
  }

  /** Plugins whose behaviour is enabled. */
  List<InstalledPlugin> behaving() {
    return silenced.isEmpty()
        ? all
        : all.stream().filter(plugin -> !silenced.contains(plugin.name())).toList();
  }

  /**
   * @throws ResolveException when two of them register the same name
   */
  ExecutionEnv env() {
    List<PluginRegistration> registrations =
        all.stream().map(InstalledPlugin::registration).toList();
    try {
      return ExecutionEnv.of(registrations, name -> !silenced.contains(name));
    } catch (StateException e) {
      throw new ResolveException(new ResolveError.EnvBuild(spec.id(), e.error()));
    }
  }

  /**
   * Checks every section that one of the plugins reads, even a silenced one.
   *
   * @param agents whether there is an agent with an id
   * @return the sections that no plugin reads
   * @throws ResolveException naming the first invalid one
   */
  Set<String> unclaimedSections(Predicate<String> agents) {
    Map<String, JsonNode> configuration = spec.configuration();
    var unclaimed = new LinkedHashSet<>(configuration.keySet());
    unclaimed.remove(RetrySection.KEY);
    unclaimed.remove(CompactionSection.KEY);
    for (InstalledPlugin plugin : all) {
      plugin
          .sections()
          .forEach(
              (key, check) -> {
                JsonNode section = configuration.get(key);
                if (section != null) {
                  unclaimed.remove(key);
                  checked(plugin.name(), key, section, check, agents);
                }
              });
    }
    return unclaimed;
  }

  private void checked(
      String plugin, String key, JsonNode section, SectionCheck check, Predicate<String> agents) {
    check
        .breach(section)
        .or(() -> check.misfit(section, agents))
        .ifPresent(
            reason -> {
              throw new ResolveException(
                  new ResolveError.InvalidPluginConfig(spec.id(), plugin, key, reason));
            });
  }
}
