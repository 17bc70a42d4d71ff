package io.awaken.core.runtime;

import io.awaken.builtin.actions.LoopActionsPlugin;
import io.awaken.core.plugin.Plugin;
import java.util.List;

/** The plugins that every runtime has, embedded or in the server. */
public final class BuiltinPlugins {

  private BuiltinPlugins() {}

  /** Those that take part in every agent and are never silenced (features row 34). */
  public static List<Plugin> injected() {
    return List.of(new LoopActionsPlugin());
  }
}
