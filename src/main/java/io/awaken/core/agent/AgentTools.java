package io.awaken.core.agent;

import io.awaken.core.spec.AgentSpec;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tools of an agent: the third stage of its resolution (features rows 15, 37). */
final class AgentTools {

  private static final String GLOBAL = "the runtime";

  private AgentTools() {}

  /**
   * Tools of the runtime, then those of plugins, without those that the agent may not use.
   *
   * @throws ResolveException when two of them have the same id, even one that the agent may not use
   */
  static Map<String, RegisteredTool> of(
      RegistrySnapshot registry, List<InstalledPlugin> plugins, AgentSpec spec) {
    var tools = new LinkedHashMap<>(registry.toolsOf(spec));
    var sources = new LinkedHashMap<String, String>();
    for (InstalledPlugin plugin : plugins) {
      String source = "plugin " + plugin.name();
      plugin
          .tools()
          .forEach(
              (id, tool) -> {
                if (tools.put(id, tool) != null || registry.tools().containsKey(id)) {
                  throw new ResolveException(
                      new ResolveError.ToolIdConflict(
                          spec.id(), id, sources.getOrDefault(id, GLOBAL), source));
                }
                sources.put(id, source);
              });
    }
    tools.keySet().removeIf(id -> !spec.mayUse(id));
    return tools;
  }
}
