package io.awaken.server.tool;

import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.plugin.hook.ToolFilter;
import io.awaken.core.plugin.hook.ToolIntercept;
import io.awaken.core.run.Caller;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Denies tools to callers without the required roles, using the caller stored with the run: also
 * after a restart or a decision. A filter hides such tools from the model; a gate denies calls made
 * anyway, such as approved ones. The run continues, since the model can find another way. Costs
 * nothing for a caller who may use all tools.
 */
public final class ToolRolesPlugin implements Plugin {

  private static final String NAME = "tool-roles";

  private final Map<String, ToolRoles> restricted = new TreeMap<>();

  /**
   * @param tools of beans; other tools have no roles
   */
  public ToolRolesPlugin(List<Tool> tools) {
    for (Tool tool : tools) {
      if (tool instanceof BeanTool bean && !bean.roles().open()) {
        restricted.put(bean.descriptor().id(), bean.roles());
      }
    }
  }

  /** Every role that a tool names; some containers check roles only one by one. */
  public Set<String> roleNames() {
    var names = new TreeSet<String>();
    restricted.values().forEach(roles -> names.addAll(roles.named()));
    return names;
  }

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of(NAME);
  }

  @Override
  public void register(PluginRegistrar registrar) {
    if (!restricted.isEmpty()) {
      registrar.toolFilter(new Hiding());
      registrar.registerToolGateHook(this::gate).priority(Integer.MIN_VALUE);
    }
  }

  private Optional<ToolIntercept> gate(PhaseContext context) {
    String tool = context.call().name();
    return denies(tool, context.hook().run().caller())
        ? Optional.of(new ToolIntercept.SetResult(denial(tool)))
        : Optional.empty();
  }

  private boolean denies(String tool, Caller caller) {
    ToolRoles roles = restricted.get(tool);
    return roles != null && !roles.permits(caller);
  }

  private static ToolResult denial(String tool) {
    String code = ToolException.Kind.DENIED.name().toLowerCase(Locale.ROOT);
    return ToolResult.errorWithCode(tool, code, ToolRoles.denial(tool));
  }

  /** The highest rank: no other filter can show a hidden tool. */
  private final class Hiding implements ToolFilter {

    @Override
    public Optional<Set<String>> allow(Context context) {
      HookContext hook = context.hook();
      Caller caller = hook.run().caller();
      var allowed = new LinkedHashSet<>(context.tools());
      return allowed.removeIf(tool -> denies(tool, caller))
          ? Optional.of(allowed)
          : Optional.empty();
    }

    @Override
    public int rank() {
      return Integer.MAX_VALUE;
    }

    @Override
    public Optional<String> denialReason(String tool) {
      return restricted.containsKey(tool) ? Optional.of(ToolRoles.denial(tool)) : Optional.empty();
    }
  }
}
