package io.awaken.builtin.actions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.action.ContextMessages;
import io.awaken.core.action.CoreActions;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.action.StepControls;
import io.awaken.core.action.ToolIntercepts;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.plugin.PluginDescriptor;
import io.awaken.core.plugin.PluginRegistrar;
import io.awaken.core.plugin.context.ConfigSection;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.spec.ReasoningEffort;
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

  /**
   * Settings of all model calls of an agent, in its section {@code inference} (features row 100).
   * Settings of a step take precedence.
   */
  static final class InferenceDefaults {

    static final ConfigSection<InferenceParameters> SECTION =
        ConfigSection.of(
            "inference", schema(), InferenceParameters.class, () -> InferenceParameters.DEFAULT);

    private InferenceDefaults() {}

    /** The request with defaults for its unset settings. */
    static LlmRequest fill(HookContext context, LlmRequest request) {
      InferenceParameters defaults = context.config(SECTION);
      if (defaults.equals(InferenceParameters.DEFAULT)) {
        return request;
      }
      return new LlmRequest(
          request.model(),
          request.system(),
          request.messages(),
          request.tools(),
          request.parameters().orElse(defaults));
    }

    private static JsonNode schema() {
      ObjectNode schema = JsonNodeFactory.instance.objectNode().put("type", "object");
      ObjectNode properties = schema.putObject("properties");
      number(properties, "temperature", 2);
      number(properties, "top_p", 1);
      properties.putObject("max_tokens").put("type", "integer").put("minimum", 1);
      var effort = properties.putObject("reasoning_effort").putArray("anyOf");
      var names = effort.addObject().putArray("enum");
      for (ReasoningEffort.Level level : ReasoningEffort.Level.values()) {
        if (level != ReasoningEffort.Level.BUDGET) {
          names.add(ReasoningEffort.of(level).wire());
        }
      }
      ObjectNode budget = effort.addObject().put("type", "object");
      budget.putObject("properties").putObject("budget").put("type", "integer").put("minimum", 1);
      budget.putArray("required").add("budget");
      budget.put("additionalProperties", false);
      return schema.put("additionalProperties", false);
    }

    private static void number(ObjectNode properties, String name, int max) {
      properties.putObject(name).put("type", "number").put("minimum", 0).put("maximum", max);
    }
  }
}
