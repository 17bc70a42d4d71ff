package io.awaken.builtin.actions;

import io.awaken.core.action.ContextMessages;
import io.awaken.core.action.CoreActions;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.action.StepControls;
import io.awaken.core.action.ToolIntercepts;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.state.StateCommand;
import java.util.Set;

/**
 * Handlers of the core actions (features rows 34, 85-89): they write state that the loop reads.
 * Also applies an agent's default settings of model calls (row 100). Part of every agent,
 * stateless.
 */
public final class LoopActionsPlugin implements Plugin {

  /** Runs first, so that other transforms see the effective settings. */
  private static final int BEFORE_OTHERS = -1_000;

  @Override
  public PluginDescriptor descriptor() {
    return new PluginDescriptor("__runtime.actions", "handlers of the core actions", true);
  }

  @Override
  public void register(PluginRegistrar registrar) {
    registrar.registerScheduledAction(
        CoreActions.ADD_CONTEXT_MESSAGE,
        (context, message) ->
            StateCommand.none()
                .update(
                    RuntimeKeys.CONTEXT_MESSAGES,
                    new ContextMessages.Addition(message, context.step())));
    registrar.registerScheduledAction(
        CoreActions.SET_INFERENCE_OVERRIDE,
        (context, override) ->
            controls(new StepControls.Change(context.step(), override, null, null)));
    registrar.registerScheduledAction(
        CoreActions.EXCLUDE_TOOL,
        (context, tool) ->
            controls(new StepControls.Change(context.step(), null, null, Set.of(tool))));
    registrar.registerScheduledAction(
        CoreActions.INCLUDE_ONLY_TOOLS,
        (context, tools) ->
            controls(new StepControls.Change(context.step(), null, Set.copyOf(tools), null)));
    registrar.registerScheduledAction(
        CoreActions.TOOL_INTERCEPT,
        (context, intercept) ->
            StateCommand.none()
                .update(
                    RuntimeKeys.TOOL_INTERCEPTS,
                    new ToolIntercepts.Decided(context.step(), context.call().id(), intercept)));
    registrar.registerSection(InferenceDefaults.SECTION);
    registrar.registerRequestTransform(InferenceDefaults::fill).priority(BEFORE_OTHERS);
  }

  private static StateCommand controls(StepControls.Change change) {
    return StateCommand.none().update(RuntimeKeys.STEP_CONTROLS, change);
  }
}
