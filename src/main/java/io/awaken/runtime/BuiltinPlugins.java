package io.awaken.runtime;

import io.awaken.builtin.actions.LoopActionsPlugin;
import io.awaken.builtin.callids.ToolCallIds;
import io.awaken.builtin.errors.ErrorMessage;
import io.awaken.builtin.errors.ToolErrorEnvelope;
import io.awaken.builtin.handoff.HandoffPlugin;
import io.awaken.builtin.logging.RunLogging;
import io.awaken.builtin.permission.PermissionPlugin;
import io.awaken.builtin.sharing.SharedStatePlugin;
import io.awaken.builtin.stop.StopConditionPlugin;
import io.awaken.builtin.tasks.TasksPlugin;
import io.awaken.core.plugin.Plugin;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The plugins of every runtime, embedded or in the server. */
public final class BuiltinPlugins {

  private BuiltinPlugins() {}

  /** Plugins that are part of every agent and never silenced (features row 34). */
  public static List<Plugin> injected() {
    return List.of(new LoopActionsPlugin());
  }

  /**
   * Plugins that agents and settings may name, except those whose name another plugin uses.
   *
   * @param others plugins of the application
   */
  public static List<Plugin> named(Collection<? extends Plugin> others, InstantSource clock) {
    List<Plugin> all =
        new ArrayList<>(
            List.of(
                new StopConditionPlugin(clock),
                new HandoffPlugin(),
                new PermissionPlugin(),
                new SharedStatePlugin(),
                new TasksPlugin(),
                new RunLogging(),
                new ToolErrorEnvelope(),
                new ErrorMessage(),
                new ToolCallIds()));
    List<String> taken = others.stream().map(plugin -> plugin.descriptor().name()).toList();
    all.removeIf(plugin -> taken.contains(plugin.descriptor().name()));
    return all;
  }
}
