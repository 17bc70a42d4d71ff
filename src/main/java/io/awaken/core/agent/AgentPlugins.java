package io.awaken.core.agent;

import com.fasterxml.jackson.databind.JsonNode;
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

/**
 * Which plugins take part in an agent, and how: the second stage of its resolution (features rows
 * 13-14, 34-36).
 *
 * @param spec the agent
 * @param all in order: global, named by the agent, named only by its filter, inherited, injected
 * @param silenced own ones that the agent's filter does not name: their structure is live, their
 *     behaviour is not
 */
record AgentPlugins(AgentSpec spec, List<InstalledPlugin> all, Set<String> silenced) {

  private static final String STOP_CONDITION = "stop-condition";

  /**
   * @param inherited names of plugins that come along from a parent; the filter leaves them alone
   * @throws ResolveException when the agent names one that does not exist
   */
  static AgentPlugins of(PluginSet plugins, AgentSpec spec, Collection<String> inherited) {
    var own = own(plugins, spec);
    var silenced = new LinkedHashSet<String>();
    if (!spec.activeHookFilter().isEmpty()) {
      silenced.addAll(own.keySet());
      silenced.removeAll(spec.activeHookFilter());
      // Agents do not list it, and a limit is not behaviour that a filter may disable.
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

  /** Plugins that are there for this agent's sake; one that is everywhere is none of them. */
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

  /** Limits that an agent declares are held by a plugin, which it need not name. */
  private static Set<String> named(AgentSpec spec) {
    var names = new LinkedHashSet<>(spec.pluginIds());
    if (!spec.stopConditions().isEmpty()) {
      names.add(STOP_CONDITION);
    }
    return names;
  }

  /** A tool that one of them brings. */
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
   * @throws ResolveException when two of them register one name
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
   * Checks every section that one of the plugins reads, also a silenced one.
   *
   * @return the sections that no plugin reads
   * @throws ResolveException naming the first that does not fit
   */
  Set<String> unclaimedSections() {
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
                  checked(plugin.name(), key, section, check);
                }
              });
    }
    return unclaimed;
  }

  private void checked(String plugin, String key, JsonNode section, SectionCheck check) {
    check
        .breach(section)
        .ifPresent(
            reason -> {
              throw new ResolveException(
                  new ResolveError.InvalidPluginConfig(spec.id(), plugin, key, reason));
            });
  }
}
