package io.awaken.samples;

import io.awaken.builtin.instruction.GlobalInstruction;
import io.awaken.builtin.logging.RunLogging;
import io.awaken.core.plugin.Plugin;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/** Plugins that come along, as beans. */
@ApplicationScoped
public class ShippedPlugins {

  @Produces
  @Singleton
  Plugin houseRules() {
    return new GlobalInstruction("Never quote prices without tax.");
  }

  @Produces
  @Singleton
  Plugin logging() {
    return new RunLogging();
  }
}
