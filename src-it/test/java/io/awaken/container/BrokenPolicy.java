package io.awaken.container;

import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import jakarta.enterprise.context.ApplicationScoped;

/** A gate that always throws. */
@ApplicationScoped
public class BrokenPolicy implements Plugin {

  static final String NAME = "broken-policy";

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of(NAME);
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.registerToolGateHook(
        context -> {
          throw new IllegalStateException("the policy cannot be reached");
        });
  }
}
