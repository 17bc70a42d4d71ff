package io.awaken.core.agent;

import io.awaken.core.plugin.ExecutionEnv;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginRegistration.EffectRegistration;
import io.awaken.core.state.KeyRegistration;
import io.awaken.core.state.StateError;
import io.awaken.core.state.StateException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The plugins of a runtime, each registered once. Immutable.
 *
 * @param global plugins of every agent, in order
 * @param byName plugins that agents name, in order of registration
 * @param injected plugins of every agent after all others, never silenced
 */
public record PluginSet(
    List<InstalledPlugin> global,
    Map<String, InstalledPlugin> byName,
    List<InstalledPlugin> injected) {

  public static final PluginSet NONE = new PluginSet(List.of(), Map.of(), List.of());

  private static final Logger LOG = System.getLogger(PluginSet.class.getName());

  public PluginSet {
    global = List.copyOf(global);
    byName = Collections.unmodifiableMap(new LinkedHashMap<>(byName));
    injected = List.copyOf(injected);
  }

  /** Without injected plugins. */
  public static PluginSet of(
      Collection<? extends Plugin> global, Collection<? extends Plugin> named) {
    return of(global, named, List.of());
  }

  /**
   * Lets plugins register, in this order.
   *
   * @throws StateException when two have the same name or one registers a part twice
   * @throws IllegalArgumentException naming the plugin with an invalid tool or section
   */
  public static PluginSet of(
      Collection<? extends Plugin> global,
      Collection<? extends Plugin> named,
      Collection<? extends Plugin> injected) {
    var all = new LinkedHashMap<String, InstalledPlugin>();
    List<InstalledPlugin> first = installed(all, global);
    var byName = new LinkedHashMap<String, InstalledPlugin>();
    installed(all, named).forEach(plugin -> byName.put(plugin.name(), plugin));
    return new PluginSet(first, byName, installed(all, injected));
  }

  private static List<InstalledPlugin> installed(
      Map<String, InstalledPlugin> all, Collection<? extends Plugin> plugins) {
    return plugins.stream().map(plugin -> installed(all, plugin)).toList();
  }

  private static InstalledPlugin installed(Map<String, InstalledPlugin> all, Plugin plugin) {
    InstalledPlugin installed = InstalledPlugin.of(plugin);
    if (all.putIfAbsent(installed.name(), installed) != null) {
      throw new StateException(new StateError.PluginAlreadyInstalled(installed.name()));
    }
    return installed;
  }

  /** Whether a plugin is part of every agent. */
  boolean everywhere(String name) {
    return global.stream().anyMatch(plugin -> plugin.name().equals(name))
        || injected.stream().anyMatch(plugin -> plugin.name().equals(name));
  }

  /** The environment of the plugins of every agent. */
  ExecutionEnv everywhere() {
    return ExecutionEnv.of(
        Stream.concat(global.stream(), injected.stream())
            .map(InstalledPlugin::registration)
            .toList(),
        plugin -> true);
  }

  /** The handler of an effect, from any plugin. */
  public Optional<EffectRegistration<?>> effect(String key) {
    return all().stream()
        .<EffectRegistration<?>>map(plugin -> plugin.registration().effects().get(key))
        .filter(Objects::nonNull)
        .findFirst();
  }

  /** A plugin by name, of any kind. */
  Optional<InstalledPlugin> find(String name) {
    return all().stream().filter(plugin -> plugin.name().equals(name)).findFirst();
  }

  /** The name of the plugin with a tool of this id, if any. */
  Optional<String> bringing(String toolId) {
    return all().stream()
        .filter(plugin -> plugin.tools().containsKey(toolId))
        .map(InstalledPlugin::name)
        .findFirst();
  }

  /** The names of all, in order of registration. */
  public List<String> names() {
    return all().stream().map(InstalledPlugin::name).toList();
  }

  private List<InstalledPlugin> all() {
    var all = new ArrayList<>(global);
    all.addAll(byName.values());
    all.addAll(injected);
    return all;
  }

  /** Names of the state keys whose values clients may see. */
  public Set<String> clientVisibleKeys() {
    var names = new HashSet<String>();
    for (InstalledPlugin plugin : all()) {
      for (KeyRegistration key : plugin.registration().keys().values()) {
        if (key.key().isClientVisible()) {
          names.add(key.name());
        }
      }
    }
    return names;
  }

  /** Closes all in reverse order of registration, even when one fails. */
  public void close() {
    for (InstalledPlugin plugin : all().reversed()) {
      try {
        plugin.registration().plugin().close();
      } catch (RuntimeException | Error e) {
        // An Error of one plugin, such as a missing class, must not keep the others open.
        LOG.log(
            Level.WARNING,
            "plugin " + plugin.name() + " failed to close; the others are closed anyway",
            e);
      }
    }
  }
}
