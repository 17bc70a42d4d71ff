package io.awaken.core.plugin;

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
import io.awaken.core.plugin.hook.EventObserver;
import io.awaken.core.plugin.hook.FollowUpSource;
import io.awaken.core.plugin.hook.ModelFailureHook;
import io.awaken.core.plugin.hook.ModelUsageHook;
import io.awaken.core.plugin.hook.OnEvent;
import io.awaken.core.plugin.hook.OverflowRecovery;
import io.awaken.core.plugin.hook.PhaseHook;
import io.awaken.core.plugin.hook.RequestTransform;
import io.awaken.core.plugin.hook.SteeringSource;
import io.awaken.core.plugin.hook.ToolCallNaming;
import io.awaken.core.plugin.hook.ToolFilter;
import io.awaken.core.plugin.hook.ToolGateHook;
import io.awaken.core.state.Phase;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A point of a run at which plugins are called. The constants are the complete list.
 *
 * @param <T> the interface that plugins implement for it
 */
public final class ExtensionPoint<T> {

  private static final List<ExtensionPoint<?>> ALL = new ArrayList<>();
  private static final Map<Phase, ExtensionPoint<PhaseHook>> PHASES = new EnumMap<>(Phase.class);

  /** A gate that fails does not open. */
  private static final Set<FailurePolicy> CLOSES =
      EnumSet.of(FailurePolicy.FAIL_RUN, FailurePolicy.FAIL_CALL);

  public static final ExtensionPoint<ToolGateHook> TOOL_GATE =
      new ExtensionPoint<>("tool_gate", FailurePolicy.FAIL_RUN, CLOSES);
  public static final ExtensionPoint<RequestTransform> REQUEST_TRANSFORM =
      failsRun("request_transform");
  public static final ExtensionPoint<BeforeAgent> BEFORE_AGENT = failsRun("before_agent");
  public static final ExtensionPoint<AfterAgent> AFTER_AGENT = failsRun("after_agent");
  public static final ExtensionPoint<BeforeModel> BEFORE_MODEL = failsRun("before_model");
  public static final ExtensionPoint<ToolCallNaming> TOOL_CALL_NAMING =
      failsRun("tool_call_naming");
  public static final ExtensionPoint<AfterModel> AFTER_MODEL = failsRun("after_model");
  public static final ExtensionPoint<ModelFailureHook> MODEL_FAILURE = failsRun("model_failure");
  public static final ExtensionPoint<ModelUsageHook> MODEL_USAGE = failsRun("model_usage");
  public static final ExtensionPoint<BeforeTool> BEFORE_TOOL = failsRun("before_tool");
  public static final ExtensionPoint<AfterTool> AFTER_TOOL = failsRun("after_tool");
  public static final ExtensionPoint<AfterToolMessages> AFTER_TOOL_MESSAGES =
      failsRun("after_tool_messages");
  public static final ExtensionPoint<OnEvent> ON_EVENT =
      new ExtensionPoint<>(
          "on_event",
          FailurePolicy.IGNORE,
          EnumSet.of(FailurePolicy.IGNORE, FailurePolicy.WITHHOLD));
  public static final ExtensionPoint<AfterRun> AFTER_RUN = ignored("after_run");
  public static final ExtensionPoint<ToolFilter> TOOL_FILTER = failsRun("tool_filter");
  public static final ExtensionPoint<ContextTransform> CONTEXT_TRANSFORM =
      failsRun("context_transform");
  public static final ExtensionPoint<OverflowRecovery> OVERFLOW_RECOVERY =
      failsRun("overflow_recovery");
  public static final ExtensionPoint<SteeringSource> STEERING_SOURCE = failsRun("steering_source");
  public static final ExtensionPoint<FollowUpSource> FOLLOW_UP_SOURCE =
      failsRun("follow_up_source");
  public static final ExtensionPoint<EventObserver> EVENT_OBSERVER = ignored("event_observer");
  public static final ExtensionPoint<ActivationHook> ACTIVATE = failsRun("activate");
  public static final ExtensionPoint<ActivationHook> DEACTIVATE = ignored("deactivate");

  static {
    for (Phase phase : Phase.values()) {
      PHASES.put(phase, failsRun("phase " + phase.name().toLowerCase(java.util.Locale.ROOT)));
    }
  }

  private final String name;
  private final FailurePolicy defaultPolicy;
  private final Set<FailurePolicy> admitted;
  private final int index;

  private ExtensionPoint(String name, FailurePolicy defaultPolicy, Set<FailurePolicy> admitted) {
    this.name = name;
    this.defaultPolicy = defaultPolicy;
    this.admitted = admitted;
    this.index = ALL.size();
    ALL.add(this);
  }

  /** The hooks of a phase. */
  public static ExtensionPoint<PhaseHook> of(Phase phase) {
    return PHASES.get(phase);
  }

  public String name() {
    return name;
  }

  /** What happens when a part of this point fails and declared no policy. */
  public FailurePolicy defaultPolicy() {
    return defaultPolicy;
  }

  /**
   * Whether a part of this point may declare this policy; a part that only observes can never fail
   * a run.
   */
  public boolean admits(FailurePolicy policy) {
    return admitted.contains(policy);
  }

  /** All points, in no particular order. */
  public static List<ExtensionPoint<?>> all() {
    return List.copyOf(ALL);
  }

  int index() {
    return index;
  }

  static int count() {
    return ALL.size();
  }

  private static <T> ExtensionPoint<T> failsRun(String name) {
    return new ExtensionPoint<>(
        name, FailurePolicy.FAIL_RUN, EnumSet.complementOf(EnumSet.of(FailurePolicy.WITHHOLD)));
  }

  private static <T> ExtensionPoint<T> ignored(String name) {
    return new ExtensionPoint<>(name, FailurePolicy.IGNORE, EnumSet.of(FailurePolicy.IGNORE));
  }

  @Override
  public String toString() {
    return name;
  }
}
