package io.awaken.builtin.handoff;

import com.fasterxml.jackson.annotation.JsonAlias;
import io.awaken.core.action.ActiveAgent;
import java.util.Set;

/**
 * What a variant changes about its agent (features row 200); null inherits.
 *
 * @param systemPrompt another instruction
 * @param model another model, by the id that agents name; also read as {@code model_id}
 * @param allowedTools the only tools
 * @param excludedTools tools it must not use
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
