package io.awaken.core.plugin;

import io.awaken.core.plugin.PluginRegistration.ActionRegistration;
import io.awaken.core.plugin.PluginRegistration.EffectRegistration;
import io.awaken.core.plugin.context.ConfigSection;
import io.awaken.core.plugin.hook.ActivationHook;
import io.awaken.core.plugin.hook.AfterAgent;
import io.awaken.core.plugin.hook.AfterModel;
import io.awaken.core.plugin.hook.AfterRun;
import io.awaken.core.plugin.hook.AfterTool;
import io.awaken.core.plugin.hook.AfterToolMessages;
import io.awaken.core.plugin.hook.BeforeAgent;
import io.awaken.core.plugin.hook.BeforeModel;
import io.awaken.core.plugin.hook.BeforeTool;
import io.awaken.core.plugin.hook.ContextTransform;
import io.awaken.core.plugin.hook.EffectHandler;
import io.awaken.core.plugin.hook.EventObserver;
import io.awaken.core.plugin.hook.FollowUpSource;
import io.awaken.core.plugin.hook.ModelFailureHook;
import io.awaken.core.plugin.hook.ModelUsageHook;
import io.awaken.core.plugin.hook.OnEvent;
import io.awaken.core.plugin.hook.OverflowRecovery;
import io.awaken.core.plugin.hook.PhaseHook;
import io.awaken.core.plugin.hook.RequestTransform;
import io.awaken.core.plugin.hook.ScheduledActionHandler;
import io.awaken.core.plugin.hook.SteeringSource;
import io.awaken.core.plugin.hook.ToolCallNaming;
import io.awaken.core.plugin.hook.ToolFilter;
import io.awaken.core.plugin.hook.ToolGateHook;
import io.awaken.core.plugin.hook.ToolPolicyHook;
import io.awaken.core.state.ActionKey;
import io.awaken.core.state.EffectKey;
import io.awaken.core.state.KeyRegistration;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateError;
import io.awaken.core.state.StateException;
import io.awaken.core.state.StateKey;
import io.awaken.core.state.StateKeyOptions;
import io.awaken.core.state.profile.ProfileKey;
import io.awaken.core.tool.Tool;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Registers the parts of one plugin (features rows 74-79). Structural parts are always enabled:
 * state keys, profile keys, action and effect handlers, config sections. All others are behaviour,
 * enabled only in agents whose {@code active_hook_filter} admits the plugin. A duplicate is refused
 * at once with a {@link StateException}. Used by one thread, while the plugin registers.
 */
public final class PluginRegistrar {

  private final String plugin;
  final Map<String, KeyRegistration> keys = new LinkedHashMap<>();
  final Map<String, ProfileKey<?>> profileKeys = new LinkedHashMap<>();
  final Map<String, ActionRegistration<?>> actions = new LinkedHashMap<>();
  final Map<String, EffectRegistration<?>> effects = new LinkedHashMap<>();
  final Map<String, ConfigSection<?>> sections = new LinkedHashMap<>();
  final Map<String, Tool> tools = new LinkedHashMap<>();
  final List<Registration<?>> parts = new ArrayList<>();

  PluginRegistrar(String plugin) {
    this.plugin = plugin;
  }

  /** A state key: stored, of the key's own scope. */
  public void registerKey(StateKey<?, ?> key) {
    registerKey(key, StateKeyOptions.DEFAULT);
  }

  /** A state key. */
  public void registerKey(StateKey<?, ?> key, StateKeyOptions options) {
    put(
        keys,
        key.name(),
        new KeyRegistration(key, options),
        new StateError.KeyAlreadyRegistered(key.name()));
  }

  /** A namespace of shared values. */
  public void registerProfileKey(ProfileKey<?> key) {
    put(
        profileKeys,
        key.namespace(),
        key,
        new StateError.ProfileKeyAlreadyRegistered(key.namespace()));
  }

  /** The handler of a scheduled action. */
  public <P> void registerScheduledAction(ActionKey<P> key, ScheduledActionHandler<P> handler) {
    put(
        actions,
        key.name(),
        new ActionRegistration<>(plugin, key, handler),
        new StateError.HandlerAlreadyRegistered(key.name()));
  }

  /** The handler of an effect. */
  public <P> void registerEffect(EffectKey<P> key, EffectHandler<P> handler) {
    put(
        effects,
        key.name(),
        new EffectRegistration<>(plugin, key, handler),
        new StateError.EffectHandlerAlreadyRegistered(key.name()));
  }

  /** A section of agents' documents that this plugin reads. */
  public void registerSection(ConfigSection<?> section) {
    if (sections.putIfAbsent(section.key(), section) != null) {
      throw new IllegalArgumentException(
          "plugin " + plugin + " registers section " + section.key() + " twice");
    }
  }

  /** A tool, visible to the model like any other. */
  public void registerTool(Tool tool) {
    String id = tool.descriptor().id();
    put(tools, id, tool, new StateError.ToolAlreadyRegistered(id));
  }

  public Registration<PhaseHook> registerPhaseHook(Phase phase, PhaseHook hook) {
    return add(ExtensionPoint.of(phase), hook);
  }

  public Registration<ToolGateHook> registerToolGateHook(ToolGateHook hook) {
    return add(ExtensionPoint.TOOL_GATE, hook);
  }

  public Registration<ToolGateHook> registerToolPolicyHook(ToolPolicyHook hook) {
    return add(ExtensionPoint.TOOL_GATE, hook.asGate());
  }

  public Registration<RequestTransform> registerRequestTransform(RequestTransform transform) {
    return add(ExtensionPoint.REQUEST_TRANSFORM, transform);
  }

  public Registration<BeforeAgent> beforeAgent(BeforeAgent hook) {
    return add(ExtensionPoint.BEFORE_AGENT, hook);
  }

  public Registration<AfterAgent> afterAgent(AfterAgent hook) {
    return add(ExtensionPoint.AFTER_AGENT, hook);
  }

  public Registration<BeforeModel> beforeModel(BeforeModel hook) {
    return add(ExtensionPoint.BEFORE_MODEL, hook);
  }

  public Registration<AfterModel> afterModel(AfterModel hook) {
    return add(ExtensionPoint.AFTER_MODEL, hook);
  }

  public Registration<ModelFailureHook> onModelFailure(ModelFailureHook hook) {
    return add(ExtensionPoint.MODEL_FAILURE, hook);
  }

  public Registration<ModelUsageHook> onModelUsage(ModelUsageHook hook) {
    return add(ExtensionPoint.MODEL_USAGE, hook);
  }

  public Registration<ToolCallNaming> toolCallNaming(ToolCallNaming naming) {
    return add(ExtensionPoint.TOOL_CALL_NAMING, naming);
  }

  public Registration<BeforeTool> beforeTool(BeforeTool hook) {
    return add(ExtensionPoint.BEFORE_TOOL, hook);
  }

  public Registration<AfterTool> afterTool(AfterTool hook) {
    return add(ExtensionPoint.AFTER_TOOL, hook);
  }

  public Registration<AfterToolMessages> afterToolMessages(AfterToolMessages hook) {
    return add(ExtensionPoint.AFTER_TOOL_MESSAGES, hook);
  }

  public Registration<OnEvent> onEvent(OnEvent hook) {
    return add(ExtensionPoint.ON_EVENT, hook);
  }

  public Registration<AfterRun> afterRun(AfterRun hook) {
    return add(ExtensionPoint.AFTER_RUN, hook);
  }

  public Registration<ToolFilter> toolFilter(ToolFilter filter) {
    return add(ExtensionPoint.TOOL_FILTER, filter);
  }

  public Registration<ContextTransform> contextTransform(ContextTransform transform) {
    return add(ExtensionPoint.CONTEXT_TRANSFORM, transform);
  }

  public Registration<OverflowRecovery> overflowRecovery(OverflowRecovery recovery) {
    return add(ExtensionPoint.OVERFLOW_RECOVERY, recovery);
  }

  public Registration<SteeringSource> steeringSource(SteeringSource source) {
    return add(ExtensionPoint.STEERING_SOURCE, source);
  }

  public Registration<FollowUpSource> followUpSource(FollowUpSource source) {
    return add(ExtensionPoint.FOLLOW_UP_SOURCE, source);
  }

  public Registration<EventObserver> eventObserver(EventObserver observer) {
    return add(ExtensionPoint.EVENT_OBSERVER, observer);
  }

  /** Called when an agent with the plugin starts: at the start of a run and at a handoff. */
  public Registration<ActivationHook> onActivate(ActivationHook hook) {
    return add(ExtensionPoint.ACTIVATE, hook);
  }

  /** Called when an agent with the plugin stops: at the end of a run and at a handoff. */
  public Registration<ActivationHook> onDeactivate(ActivationHook hook) {
    return add(ExtensionPoint.DEACTIVATE, hook);
  }

  private <T> Registration<T> add(ExtensionPoint<T> point, T part) {
    var registration = new Registration<>(new Registered<>(plugin, point, part));
    parts.add(registration);
    return registration;
  }

  private static <T> void put(Map<String, T> all, String id, T value, StateError duplicate) {
    if (all.putIfAbsent(id, value) != null) {
      throw new StateException(duplicate);
    }
  }
}
