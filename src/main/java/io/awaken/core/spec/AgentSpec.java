package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An agent as data (features rows 9-20, section 3.4). Absent fields take the defaults named here.
 *
 * @param id the id that clients name
 * @param description what the agent is for, shown to clients; may be null
 * @param modelId the model it thinks with; also read as {@code model}
 * @param systemPrompt the instruction before every conversation; may be null
 * @param maxRounds model calls per run at the most; default 16
 * @param maxContinuationRetries continuations of an answer cut by its length limit; default 2
 * @param toolExecutionMode how the calls of one step run; default sequential
 * @param contextPolicy how much history the model is sent; may be null
 * @param pluginIds plugins of this agent; default none
 * @param activeHookFilter plugins whose behaviour is active; empty means all
 * @param allowedTools the only tools it may use; null means all
 * @param excludedTools tools it may never use, even when allowed; default none
 * @param sections configuration of plugins by section name, raw; default none
 * @param registry the registry it comes from; may be null
 */
public record AgentSpec(
    String id,
    String description,
    @JsonAlias("model") String modelId,
    String systemPrompt,
    Integer maxRounds,
    Integer maxContinuationRetries,
    ToolExecutionMode toolExecutionMode,
    ContextWindowPolicy contextPolicy,
    List<String> pluginIds,
    Set<String> activeHookFilter,
    Set<String> allowedTools,
    Set<String> excludedTools,
    Map<String, JsonNode> sections,
    String registry) {

  public static final int DEFAULT_MAX_ROUNDS = 16;
  public static final int DEFAULT_MAX_CONTINUATION_RETRIES = 2;

  public AgentSpec {
    maxRounds = maxRounds == null ? DEFAULT_MAX_ROUNDS : maxRounds;
    maxContinuationRetries =
        maxContinuationRetries == null ? DEFAULT_MAX_CONTINUATION_RETRIES : maxContinuationRetries;
    toolExecutionMode =
        toolExecutionMode == null ? ToolExecutionMode.SEQUENTIAL : toolExecutionMode;
    pluginIds = pluginIds == null ? List.of() : List.copyOf(pluginIds);
    activeHookFilter = activeHookFilter == null ? Set.of() : Set.copyOf(activeHookFilter);
    allowedTools = allowedTools == null ? null : Set.copyOf(allowedTools);
    excludedTools = excludedTools == null ? Set.of() : Set.copyOf(excludedTools);
    sections = sections == null ? Map.of() : Map.copyOf(sections);
  }

  /** An agent with every default, to be narrowed by the {@code with} methods. */
  public static AgentSpec of(String id, String modelId) {
    return new AgentSpec(
        id, null, modelId, null, null, null, null, null, null, null, null, null, null, null);
  }

  public AgentSpec withDescription(String text) {
    return new AgentSpec(
        id,
        text,
        modelId,
        systemPrompt,
        maxRounds,
        maxContinuationRetries,
        toolExecutionMode,
        contextPolicy,
        pluginIds,
        activeHookFilter,
        allowedTools,
        excludedTools,
        sections,
        registry);
  }

  public AgentSpec withSystemPrompt(String text) {
    return new AgentSpec(
        id,
        description,
        modelId,
        text,
        maxRounds,
        maxContinuationRetries,
        toolExecutionMode,
        contextPolicy,
        pluginIds,
        activeHookFilter,
        allowedTools,
        excludedTools,
        sections,
        registry);
  }

  public AgentSpec withMaxRounds(int rounds) {
    return new AgentSpec(
        id,
        description,
        modelId,
        systemPrompt,
        rounds,
        maxContinuationRetries,
        toolExecutionMode,
        contextPolicy,
        pluginIds,
        activeHookFilter,
        allowedTools,
        excludedTools,
        sections,
        registry);
  }

  public AgentSpec withToolExecutionMode(ToolExecutionMode mode) {
    return new AgentSpec(
        id,
        description,
        modelId,
        systemPrompt,
        maxRounds,
        maxContinuationRetries,
        mode,
        contextPolicy,
        pluginIds,
        activeHookFilter,
        allowedTools,
        excludedTools,
        sections,
        registry);
  }

  /** Whether the agent may use this tool: on the allow-list if there is one, and not excluded. */
  public boolean mayUse(String toolId) {
    return (allowedTools == null || allowedTools.contains(toolId))
        && !excludedTools.contains(toolId);
  }
}
