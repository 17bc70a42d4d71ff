package io.awaken.core.plugin;

import io.awaken.core.plugin.PluginRegistration.ActionRegistration;
import io.awaken.core.plugin.PluginRegistration.EffectRegistration;
import io.awaken.core.state.KeyRegistration;
import io.awaken.core.state.StateError;
import io.awaken.core.state.StateException;
import io.awaken.core.state.StateStore;
import io.awaken.core.tool.Tool;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The combined plugins of one resolved agent (features row 36). Immutable.
 *
 * <p>At each point parts are ordered by priority, then by the order of plugins, then by that of
 * their registration.
 */
public final class ExecutionEnv {

  private final List<List<Registered<?>>> parts;
  private final Map<String, KeyRegistration> keys;
  private final Map<String, ActionRegistration<?>> actions;
  private final Map<String, EffectRegistration<?>> effects;
  private final Map<String, Tool> tools;
  private final Set<String> profileNamespaces;

  /** These keys with those of the runtime. */
  private volatile Map<String, KeyRegistration> allKeys;

  private ExecutionEnv(List<PluginRegistration> plugins, Predicate<String> active) {
    keys = join(plugins, PluginRegistration::keys, StateError.KeyAlreadyRegistered::new);
    actions = join(plugins, PluginRegistration::actions, StateError.HandlerAlreadyRegistered::new);
    effects =
        join(plugins, PluginRegistration::effects, StateError.EffectHandlerAlreadyRegistered::new);
    profileNamespaces =
        join(plugins, PluginRegistration::profileKeys, StateError.ProfileKeyAlreadyRegistered::new)
            .keySet();
    List<PluginRegistration> behaving =
        plugins.stream().filter(plugin -> active.test(plugin.name())).toList();
    tools = join(behaving, PluginRegistration::tools, StateError.ToolAlreadyRegistered::new);
    parts = sorted(behaving);
  }

  /**
   * @param plugins in their order
   * @param active whether the behaviour of a plugin is enabled; its structural parts always are
   * @throws StateException when two plugins register one key, handler or tool, or one plugin is
   *     listed twice
   */
  public static ExecutionEnv of(List<PluginRegistration> plugins, Predicate<String> active) {
    var names = new TreeSet<String>();
    for (PluginRegistration plugin : plugins) {
      if (!names.add(plugin.name())) {
        throw new StateException(new StateError.PluginAlreadyInstalled(plugin.name()));
      }
    }
    return new ExecutionEnv(plugins, active);
  }

  /** The parts registered at a point, in calling order. */
  // The list at a point's index was filled from registrations at that point only.
  @SuppressWarnings("unchecked")
  public <T> List<Registered<T>> at(ExtensionPoint<T> point) {
    return (List<Registered<T>>) (List<?>) parts.get(point.index());
  }

  /** Handler of a scheduled action, or null. */
  public ActionRegistration<?> action(String key) {
    return actions.get(key);
  }

  /** Handler of an effect, or null. */
  public EffectRegistration<?> effect(String key) {
    return effects.get(key);
  }

  public Collection<KeyRegistration> keys() {
    return keys.values();
  }

  /**
   * The keys by name, with those of the runtime; joined once for all runs.
   *
   * @param runtime always the same
   * @throws StateException when a plugin registers a key of the runtime
   */
  public Map<String, KeyRegistration> keysWith(List<KeyRegistration> runtime) {
    Map<String, KeyRegistration> joined = allKeys;
    if (joined == null) {
      joined = StateStore.joined(keys, runtime);
      allKeys = joined;
    }
    return joined;
  }

  /** Namespaces of the shared values that plugins registered. */
  public Set<String> profileNamespaces() {
    return profileNamespaces;
  }

  /** Tools of active plugins by id. */
  public Map<String, Tool> tools() {
    return tools;
  }

  private static List<List<Registered<?>>> sorted(List<PluginRegistration> plugins) {
    List<List<Registered<?>>> lists = new ArrayList<>();
    for (int i = 0; i < ExtensionPoint.count(); i++) {
      lists.add(new ArrayList<>());
    }
    for (PluginRegistration plugin : plugins) {
      plugin.parts().forEach(part -> lists.get(part.at().index()).add(part));
    }
    lists.forEach(list -> list.sort(Comparator.comparingInt(Registered::priority)));
    return lists.stream().map(Collections::unmodifiableList).toList();
  }

  private static <T> Map<String, T> join(
      List<PluginRegistration> plugins,
      Function<PluginRegistration, Map<String, T>> of,
      Function<String, StateError> duplicate) {
    var joined = new LinkedHashMap<String, T>();
    for (PluginRegistration plugin : plugins) {
      of.apply(plugin)
          .forEach(
              (id, value) -> {
                if (joined.putIfAbsent(id, value) != null) {
                  throw new StateException(duplicate.apply(id));
                }
              });
    }
    return Collections.unmodifiableMap(joined);
  }
}
