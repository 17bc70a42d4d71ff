package io.awaken.core.agent;

import io.awaken.core.spec.AgentSpec;
import io.awaken.core.tool.DelegateTool;
import java.util.Map;
import java.util.Optional;

/** The tools with which an agent calls its delegates (features rows 16, 37, 127). */
final class DelegateTools {

  private DelegateTools() {}

  /**
   * Adds them to the tools of an agent.
   *
   * @param pinned whether a run goes on with an earlier version of the agent, whose delegates may
   *     no longer exist: their calls get an error result
   * @throws ResolveException naming the first delegate that does not exist, or whose name the
   *     runtime has a tool of
   */
  static void add(
      RegistrySnapshot registry,
      AgentSpec spec,
      boolean pinned,
      Map<String, RegisteredTool> tools) {
    for (int i = 0; i < spec.delegates().size(); i++) {
      String id = spec.delegates().get(i);
      AgentSpec delegate = registry.agents().get(id);
      Optional<String> breach =
          delegate == null ? Optional.of("'" + id + "' does not exist") : spec.delegateBreach(i);
      if (breach.isPresent()) {
        if (pinned) {
          continue;
        }
        throw new ResolveException(
            new ResolveError.InvalidDelegate(spec.id(), "delegates[" + i + "]", breach.get()));
      }
      var tool = RegisteredTool.of(new DelegateTool(id, delegate.description()));
      if (registry.tools().containsKey(tool.descriptor().id())) {
        throw new ResolveException(
            new ResolveError.ToolIdConflict(
                spec.id(), tool.descriptor().id(), "the runtime", "delegate " + id));
      }
      tools.put(tool.descriptor().id(), tool);
    }
  }

  /** Whether a tool calls a delegate of an agent. */
  static boolean isDelegate(AgentSpec spec, String tool) {
    return tool.startsWith(DelegateTool.PREFIX)
        && spec.delegates().contains(tool.substring(DelegateTool.PREFIX.length()));
  }
}
