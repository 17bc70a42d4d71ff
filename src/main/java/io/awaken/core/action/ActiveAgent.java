package io.awaken.core.action;

import java.util.Set;

/**
 * The agent that continues a thread (features rows 54, 200-203). When it changes, the run resolves
 * the agent anew at its next step.
 *
 * @param agentId a registered agent; null for the run's own
 * @param overlay what is different from that agent; null for nothing
 */
public record ActiveAgent(String agentId, Overlay overlay) {

  /** The run's own agent as it is. */
  public static final ActiveAgent OWN = new ActiveAgent(null, null);

  /**
   * What a variant changes; null inherits.
   *
   * @param name of the variant
   * @param systemPrompt another instruction
   * @param modelId another model
   * @param allowedTools the only tools
   * @param excludedTools tools it must not use
   */
  public record Overlay(
      String name,
      String systemPrompt,
      String modelId,
      Set<String> allowedTools,
      Set<String> excludedTools) {

    public Overlay {
      allowedTools = allowedTools == null ? null : Set.copyOf(allowedTools);
      excludedTools = excludedTools == null ? null : Set.copyOf(excludedTools);
    }
  }
}
