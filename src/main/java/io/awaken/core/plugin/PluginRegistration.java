package io.awaken.core.plugin;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.plugin.context.ConfigSection;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.plugin.hook.EffectContext;
import io.awaken.core.plugin.hook.EffectHandler;
import io.awaken.core.plugin.hook.ScheduledActionHandler;
import io.awaken.core.state.ActionKey;
import io.awaken.core.state.EffectKey;
import io.awaken.core.state.KeyRegistration;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.profile.ProfileKey;
import io.awaken.core.tool.Tool;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Everything that one plugin registered. Immutable; made once and shared by all agents.
 *
 * @param plugin the plugin
 * @param descriptor the plugin's own description
 * @param keys state keys by name
 * @param profileKeys namespaces of shared values
 * @param actions handlers of scheduled actions by key
 * @param effects handlers of effects by key
 * @param sections sections by key
 * @param tools tools by id
 * @param parts everything else, in order of registration
 */
public record PluginRegistration(
    Plugin plugin,
    PluginDescriptor descriptor,
    Map<String, KeyRegistration> keys,
    Map<String, ProfileKey<?>> profileKeys,
    Map<String, ActionRegistration<?>> actions,
    Map<String, EffectRegistration<?>> effects,
    Map<String, ConfigSection<?>> sections,
    Map<String, Tool> tools,
    List<Registered<?>> parts) {

  /**
   * Lets a plugin register its parts.
   *
   * @throws io.awaken.core.state.StateException when it registers something twice
   */
  public static PluginRegistration of(Plugin plugin) {
    PluginDescriptor descriptor = plugin.descriptor();
    var registrar = new PluginRegistrar(descriptor.name());
    plugin.register(registrar);
    List<Registered<?>> parts =
        registrar.parts.stream().<Registered<?>>map(Registration::registered).toList();
    return new PluginRegistration(
        plugin,
        descriptor,
        ordered(registrar.keys),
        ordered(registrar.profileKeys),
        ordered(registrar.actions),
        ordered(registrar.effects),
        ordered(registrar.sections),
        ordered(registrar.tools),
        parts);
  }

  public String name() {
    return descriptor.name();
  }

  private static <T> Map<String, T> ordered(Map<String, T> map) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(map));
  }

  /**
   * The handler of a scheduled action.
   *
   * @param plugin the plugin that registered it
   * @param key the action
   * @param handler executes the action
   */
  public record ActionRegistration<P>(
      String plugin, ActionKey<P> key, ScheduledActionHandler<P> handler) {

    /** Decodes the payload and calls the handler. */
    public StateCommand handle(PhaseContext context, JsonNode payload) throws Exception {
      return handler.handle(context, key.payload().decode(payload));
    }
  }

  /**
   * The handler of an effect.
   *
   * @param plugin the plugin that registered it
   * @param key the effect
   * @param handler delivers the effect
   */
  public record EffectRegistration<P>(String plugin, EffectKey<P> key, EffectHandler<P> handler) {

    /** Decodes the payload and calls the handler. */
    public void handle(JsonNode payload, EffectContext context) throws Exception {
      handler.handle(key.payload().decode(payload), context);
    }
  }
}
