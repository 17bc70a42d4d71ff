package io.awaken.builtin.handoff;

import com.fasterxml.jackson.annotation.JsonAlias;
import io.awaken.core.action.ActiveAgent;
import java.util.Set;

/**
 * The changes of a variant to its agent (features row 200); null inherits.
 *
 * @param systemPrompt the instruction
 * @param model id of the model; also read as {@code model_id}
 * @param allowedTools the only tools
 * @param excludedTools forbidden tools
 */
public record HandoffVariant(
    String systemPrompt,
    @JsonAlias("model_id") String model,
    Set<String> allowedTools,
    Set<String> excludedTools) {

  public HandoffVariant {
    allowedTools = allowedTools == null ? null : Set.copyOf(allowedTools);
    excludedTools = excludedTools == null ? null : Set.copyOf(excludedTools);
  }

  ActiveAgent.Overlay overlay(String name) {
    return new ActiveAgent.Overlay(name, systemPrompt, model, allowedTools, excludedTools);
  }
}
