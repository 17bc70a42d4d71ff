package io.awaken.server.extension;

import io.awaken.builtin.permission.PermissionPlugin;
import io.awaken.builtin.permission.PermissionRules;
import io.awaken.config.NamedFile;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.state.StateException;
import io.awaken.runtime.BuiltinPlugins;
import io.awaken.server.settings.RunSetting;
import io.awaken.server.settings.Settings;
import jakarta.enterprise.inject.spi.BeanManager;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The plugins among the beans of the application: managed beans that implement {@link Plugin}, in
 * the WAR and in its libraries, registered under their names. Those that {@code
 * awaken.plugins.global} lists take part in every agent, in the order of the list; agents name the
 * others. Looked up once at start, closed once at the end.
 */
public final class PluginBeans implements AutoCloseable {

  private final LastingBeans beans;
  private final PluginSet plugins;

  /**
   * Registers all of them.
   *
   * @param injected the server's own, which take part in every agent and are never silenced
   * @throws IllegalStateException naming the invalid plugin or setting
   * @throws io.awaken.config.DocumentException naming file, line and field of the invalid rule
   */
  public PluginBeans(BeanManager manager, Settings settings, List<Plugin> injected) {
    beans = new LastingBeans(manager);
    plugins = registered(beans.all(Plugin.class, "plugin"), settings, injected);
  }

  /** All plugins: global ones of the setting, named ones, and injected ones. */
  static PluginSet registered(List<Plugin> found, Settings settings, List<Plugin> injected) {
    Map<String, Plugin> named = new TreeMap<>();
    for (Plugin plugin : found) {
      String name = plugin.descriptor().name();
      if (named.putIfAbsent(name, plugin) != null) {
        throw new IllegalStateException("two beans are plugins of the name " + name);
      }
    }
    BuiltinPlugins.named(found, InstantSource.system())
        .forEach(plugin -> named.put(plugin.descriptor().name(), plugin));
    Set<String> listed = new LinkedHashSet<>(settings.names(RunSetting.PLUGINS_GLOBAL));
    settings
        .text(RunSetting.PERMISSION_FILE)
        .map(path -> permissions(NamedFile.read(path, "file of rules")))
        .ifPresent(rules -> put(found, named, listed, rules));
    List<Plugin> global = new ArrayList<>();
    for (String name : listed) {
      Plugin plugin = named.remove(name);
      if (plugin == null) {
        throw new IllegalStateException(
            RunSetting.PLUGINS_GLOBAL.key()
                + " names the plugin "
                + name
                + ", but neither a bean nor a built-in plugin has that name");
      }
      global.add(plugin);
    }
    List<Plugin> alwaysThere = new ArrayList<>(BuiltinPlugins.injected());
    alwaysThere.addAll(injected);
    try {
      return PluginSet.of(global, named.values(), alwaysThere);
    } catch (StateException e) {
      throw new IllegalStateException("plugins conflict: " + e.getMessage(), e);
    }
  }

  /** The plugin with the rules of the server. */
  private static Plugin permissions(NamedFile file) {
    try {
      return new PermissionPlugin(PermissionRules.parse(file.root()));
    } catch (IllegalArgumentException e) {
      throw file.refused(e.getMessage());
    }
  }

  /** The server's rules apply to every agent, whatever its document names. */
  private static void put(
      List<Plugin> found, Map<String, Plugin> named, Set<String> listed, Plugin rules) {
    String name = rules.descriptor().name();
    if (found.stream().anyMatch(plugin -> plugin.descriptor().name().equals(name))) {
      throw new IllegalStateException(
          RunSetting.PERMISSION_FILE.key()
              + " is set, and a bean is the plugin "
              + name
              + "; it would replace the rules of the file");
    }
    named.put(name, rules);
    listed.add(name);
  }

  public PluginSet plugins() {
    return plugins;
  }

  /** Closes the plugins in reverse order, then releases the beans. */
  @Override
  public void close() {
    plugins.close();
    beans.close();
  }
}
