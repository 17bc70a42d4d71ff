package io.awaken.core.agent;

import io.awaken.core.plugin.ExecutionEnv;
import io.awaken.core.plugin.PluginRegistration;
import io.awaken.core.spec.AgentSpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Which plugins take part in an agent, and how (features rows 13-14, 34). */
final class AgentPlugins {

  private AgentPlugins() {}

  /**
   * Global plugins first, then those that the agent names, then registered ones that only its
   * filter names.
   *
   * @throws ResolveException when it names one that does not exist
   */
  static ExecutionEnv env(PluginSet plugins, AgentSpec spec) {
    var own = new LinkedHashSet<>(spec.pluginIds());
    own.addAll(registered(plugins, spec.activeHookFilter()));
    List<PluginRegistration> all = new ArrayList<>(plugins.global());
    for (String name : own) {
      all.add(named(plugins, spec, name));
    }
    Set<String> filter = spec.activeHookFilter();
    return ExecutionEnv.of(
        all, name -> filter.isEmpty() || filter.contains(name) || !own.contains(name));
  }

  private static List<String> registered(PluginSet plugins, Set<String> names) {
    return names.stream().filter(plugins.byName()::containsKey).sorted().toList();
  }

  private static PluginRegistration named(PluginSet plugins, AgentSpec spec, String name) {
    PluginRegistration plugin = plugins.byName().get(name);
    if (plugin == null) {
      throw new ResolveException(
          ResolveException.Kind.PLUGIN_NOT_FOUND,
          "agent " + spec.id() + " names an unknown plugin: " + name);
    }
    return plugin;
  }
}
