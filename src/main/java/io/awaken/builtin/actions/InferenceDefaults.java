package io.awaken.builtin.actions;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.plugin.context.ConfigSection;
import io.awaken.core.plugin.context.HookContext;
import io.awaken.core.spec.InferenceParameters;
import io.awaken.core.spec.ReasoningEffort;

/**
 * Settings of all model calls of an agent, in its section {@code inference} (features row 100).
 * Settings of a step take precedence.
 */
final class InferenceDefaults {

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
