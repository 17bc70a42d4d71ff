package com.example.ratelimit;

import io.awaken.core.action.ContextMessage;
import io.awaken.core.action.CoreActions;
import io.awaken.core.action.ToolIntercepts;
import io.awaken.core.message.ToolResult;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.context.PhaseContext;
import io.awaken.core.state.ActionKey;
import io.awaken.core.state.Phase;
import io.awaken.core.state.StateCommand;
import io.awaken.core.state.StateKey;
import jakarta.enterprise.context.Dependent;
import java.time.InstantSource;
import java.util.List;

/**
 * Limits the tool calls of a thread per time window: further calls get an error, and the model is
 * offered no tools until the window ends. The count is a state key of the thread, and so applies to
 * all runs of the thread, on every node.
 */
@Dependent
public class RateLimit implements Plugin {

  private static final StateKey<Window, Window.Call> WINDOW =
      StateKey.of("rate-limit.window", Window.class, () -> Window.NONE, Window::with)
          .threadScoped();

  /** Counts or refuses the call; the payload is the tool's name. */
  private static final ActionKey<String> ADMIT =
      ActionKey.of("rate-limit.admit", Phase.BEFORE_TOOL_EXECUTE, String.class);

  private final InstantSource clock;

  public RateLimit() {
    this(InstantSource.system());
  }

  public RateLimit(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public PluginDescriptor descriptor() {
    return PluginDescriptor.of("rate-limit");
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.registerSection(Limit.SECTION);
    registrar.registerKey(WINDOW);
    registrar.registerScheduledAction(ADMIT, this::admit);
    registrar.registerPhaseHook(Phase.BEFORE_TOOL_EXECUTE, RateLimit::scheduleAdmission);
    registrar.registerPhaseHook(Phase.BEFORE_INFERENCE, this::withoutTools);
  }

  private static StateCommand scheduleAdmission(PhaseContext context) {
    return context.config(Limit.SECTION).calls() == 0
        ? null
        : StateCommand.none().schedule(ADMIT, context.call().name());
  }

  /**
   * Decides in an action, because a hook reads the state as of the start of its phase, whereas an
   * action reads the latest state: concurrent calls cannot exceed the limit.
   */
  private StateCommand admit(PhaseContext context, String tool) {
    Limit limit = context.config(Limit.SECTION);
    if (!reached(context)) {
      return StateCommand.none().update(WINDOW, new Window.Call(clock.millis(), limit.seconds()));
    }
    ToolResult refusal = ToolResult.errorWithCode(tool, "rate_limited", reason(limit));
    return StateCommand.none()
        .schedule(CoreActions.TOOL_INTERCEPT, ToolIntercepts.Intercept.setResult(refusal));
  }

  private StateCommand withoutTools(PhaseContext context) {
    if (!reached(context)) {
      return null;
    }
    String reason = reason(context.config(Limit.SECTION));
    return StateCommand.none()
        .schedule(CoreActions.INCLUDE_ONLY_TOOLS, List.of())
        .schedule(
            CoreActions.ADD_CONTEXT_MESSAGE,
            ContextMessage.system("rate-limit", reason + " Answer with what you know."));
  }

  private boolean reached(PhaseContext context) {
    Window window = context.state().getOrInitial(WINDOW);
    return context.config(Limit.SECTION).reached(window, clock.millis());
  }

  private static String reason(Limit limit) {
    return "Only %d tool calls in %d s are allowed.".formatted(limit.calls(), limit.seconds());
  }
}
