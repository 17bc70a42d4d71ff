package io.awaken.core.agent;

import io.awaken.core.model.LlmExecutor;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Everything that agents are made of at one moment. Immutable: a run pins the snapshot that it
 * began with, and replacing the current one disturbs no live run.
 *
 * @param agents by id
 * @param models by id
 * @param executors by provider id
 * @param tools by id, in order of ids so that a model always sees the same list
 * @param plugins those of all agents, and those that agents may name
 */
public record RegistrySnapshot(
    Map<String, AgentSpec> agents,
    Map<String, ModelSpec> models,
    Map<String, LlmExecutor> executors,
    Map<String, RegisteredTool> tools,
    PluginSet plugins) {

  public RegistrySnapshot {
    agents = sorted(agents);
    models = Map.copyOf(models);
    executors = Map.copyOf(executors);
    tools = sorted(tools);
  }

  /** All agents in order of their ids. */
  public List<AgentSpec> agentList() {
    return List.copyOf(agents.values());
  }

  private static <T> Map<String, T> sorted(Map<String, T> map) {
    return Collections.unmodifiableMap(new TreeMap<>(map));
  }
}
