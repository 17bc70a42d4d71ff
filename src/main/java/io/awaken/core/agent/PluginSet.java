package io.awaken.core.agent;

import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginRegistration;
import io.awaken.core.state.StateError;
import io.awaken.core.state.StateException;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The plugins of a runtime, each registered once. Immutable.
 *
 * @param global those that take part in every agent, in their order
 * @param byName all others: an agent names those that it wants
 */
public record PluginSet(List<PluginRegistration> global, Map<String, PluginRegistration> byName) {

  public static final PluginSet NONE = new PluginSet(List.of(), Map.of());

  public PluginSet {
    global = List.copyOf(global);
    byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
  }

  /**
   * Lets all of them register.
   *
   * @throws StateException when two have one name or one registers something twice
   */
  public static PluginSet of(
      Collection<? extends Plugin> global, Collection<? extends Plugin> named) {
    var all = new LinkedHashMap<String, PluginRegistration>();
    List<PluginRegistration> everywhere =
        global.stream().map(plugin -> registered(all, plugin)).toList();
    var byName = new LinkedHashMap<String, PluginRegistration>();
    named.forEach(
        plugin -> {
          PluginRegistration registration = registered(all, plugin);
          byName.put(registration.name(), registration);
        });
    return new PluginSet(everywhere, byName);
  }

  private static PluginRegistration registered(Map<String, PluginRegistration> all, Plugin plugin) {
    PluginRegistration registration = PluginRegistration.of(plugin);
    if (all.putIfAbsent(registration.name(), registration) != null) {
      throw new StateException(new StateError.PluginAlreadyInstalled(registration.name()));
    }
    return registration;
  }
}
