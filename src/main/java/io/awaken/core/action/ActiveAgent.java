package io.awaken.core.action;

import java.util.Set;

/**
 * The agent that continues a thread (features rows 54, 200-203). When it changes, the run resolves
 * the agent anew at its next step.
 *
 * @param agentId a registered agent; null for the run's own
 * @param overlay the differences from that agent; null for none
 */
public record ActiveAgent(String agentId, Overlay overlay) {

  /** The run's own agent, unchanged. */
  public static final ActiveAgent OWN = new ActiveAgent(null, null);

  /**
   * The changes of a variant; null inherits.
   *
   * @param name name of the variant
   * @param systemPrompt the instruction
   * @param modelId the model
   * @param allowedTools the only tools
   * @param excludedTools forbidden tools
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
