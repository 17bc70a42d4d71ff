package io.awaken.core.plugin;

import io.awaken.core.state.Phase;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A place where plugins are asked (architecture section 4). The constants are all there are.
 *
 * @param <T> the interface that is called there
 */
public final class ExtensionPoint<T> {

  private static final List<ExtensionPoint<?>> ALL = new ArrayList<>();
  private static final Map<Phase, ExtensionPoint<PhaseHook>> PHASES = new EnumMap<>(Phase.class);

  public static final ExtensionPoint<ToolGateHook> TOOL_GATE = failsRun("tool_gate");
  public static final ExtensionPoint<RequestTransform> REQUEST_TRANSFORM =
      failsRun("request_transform");
  public static final ExtensionPoint<BeforeAgent> BEFORE_AGENT = failsRun("before_agent");
  public static final ExtensionPoint<AfterAgent> AFTER_AGENT = failsRun("after_agent");
  public static final ExtensionPoint<BeforeModel> BEFORE_MODEL = failsRun("before_model");
  public static final ExtensionPoint<ToolCallNaming> TOOL_CALL_NAMING =
      failsRun("tool_call_naming");
  public static final ExtensionPoint<AfterModel> AFTER_MODEL = failsRun("after_model");
  public static final ExtensionPoint<ModelFailureHook> MODEL_FAILURE = failsRun("model_failure");
  public static final ExtensionPoint<BeforeTool> BEFORE_TOOL = failsRun("before_tool");
  public static final ExtensionPoint<AfterTool> AFTER_TOOL = failsRun("after_tool");
  public static final ExtensionPoint<AfterToolMessages> AFTER_TOOL_MESSAGES =
      failsRun("after_tool_messages");
  public static final ExtensionPoint<OnEvent> ON_EVENT = ignored("on_event");
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
  private final int index;

  private ExtensionPoint(String name, FailurePolicy defaultPolicy) {
    this.name = name;
    this.defaultPolicy = defaultPolicy;
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

  /** What follows when a part of this point fails and did not say otherwise. */
  public FailurePolicy defaultPolicy() {
    return defaultPolicy;
  }

  int index() {
    return index;
  }

  static int count() {
    return ALL.size();
  }

  private static <T> ExtensionPoint<T> failsRun(String name) {
    return new ExtensionPoint<>(name, FailurePolicy.FAIL_RUN);
  }

  private static <T> ExtensionPoint<T> ignored(String name) {
    return new ExtensionPoint<>(name, FailurePolicy.IGNORE);
  }

  @Override
  public String toString() {
    return name;
  }
}
