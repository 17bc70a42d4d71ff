package io.awaken.builtin.sharing;

import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;

/** Lets the model change the shared state with the tool {@code update_shared_state}. Immutable. */
public final class SharedStatePlugin implements Plugin {

  public static final String NAME = "shared-state";

  @Override
  public PluginDescriptor descriptor() {
    return new PluginDescriptor(
        NAME, "lets the model change the state shared with the application", true);
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.registerTool(new SharedStateTool());
  }
}
