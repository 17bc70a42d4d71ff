package io.awaken.samples;

import io.awaken.builtin.errors.ErrorMessage;
import io.awaken.builtin.instruction.GlobalInstruction;
import io.awaken.core.plugin.Plugin;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.Map;

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
  Plugin friendlyErrors() {
    return new ErrorMessage("Sorry, that went wrong.", Map.of("rate_limited", "One moment."));
  }
}
