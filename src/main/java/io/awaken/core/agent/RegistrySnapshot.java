package io.awaken.core.agent;

import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.Pause;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Everything that agents are made of at one moment. Immutable: a run pins the snapshot that it
 * began with, and replacing the current one disturbs no live run. Thread-safe.
 */
public final class RegistrySnapshot {

  private final Map<String, AgentSpec> agents;
  private final Map<String, ModelSpec> models;
  private final Map<String, LlmExecutor> executors;
  private final Map<String, RegisteredTool> tools;
  private final PluginSet plugins;
  private final Pause pause;

  /** What was put together from the above, kept since it costs more than a run should pay. */
  private final Map<String, ResolvedAgent> resolved = new ConcurrentHashMap<>();

  /**
   * @param agents by id
   * @param models by id
   * @param executors by provider id
   * @param tools by id
   * @param plugins those of all agents, and those that agents may name
   */
  public RegistrySnapshot(
      Map<String, AgentSpec> agents,
      Map<String, ModelSpec> models,
      Map<String, LlmExecutor> executors,
      Map<String, RegisteredTool> tools,
      PluginSet plugins) {
    this(agents, models, executors, tools, plugins, Pause.inRealTime());
  }

  /**
   * @param pause lets time pass before a model is asked again
   */
  public RegistrySnapshot(
      Map<String, AgentSpec> agents,
      Map<String, ModelSpec> models,
      Map<String, LlmExecutor> executors,
      Map<String, RegisteredTool> tools,
      PluginSet plugins,
      Pause pause) {
    this.agents = sorted(agents);
    this.models = Map.copyOf(models);
    this.executors = Map.copyOf(executors);
    this.tools = sorted(tools);
    this.plugins = plugins;
    this.pause = pause;
  }

  /** The same with this agent in the place of the one of its id, or added. */
  public RegistrySnapshot with(AgentSpec agent) {
    var others = new TreeMap<>(agents);
    others.put(agent.id(), agent);
    var next = new RegistrySnapshot(others, models, executors, tools, plugins, pause);
    next.resolved.putAll(resolved);
    next.resolved.remove(agent.id());
    return next;
  }

  /** Agents by id. */
  public Map<String, AgentSpec> agents() {
    return agents;
  }

  /** Models by id. */
  public Map<String, ModelSpec> models() {
    return models;
  }

  /** What asks models, by provider id. */
  public Map<String, LlmExecutor> executors() {
    return executors;
  }

  /** Tools by id, in order of ids so that a model always sees the same list. */
  public Map<String, RegisteredTool> tools() {
    return tools;
  }

  public PluginSet plugins() {
    return plugins;
  }

  /** All agents in order of their ids. */
  public List<AgentSpec> agentList() {
    return List.copyOf(agents.values());
  }

  Pause pause() {
    return pause;
  }

  /** What was put together before, or now. */
  ResolvedAgent resolved(String agentId, Function<AgentSpec, ResolvedAgent> compose) {
    AgentSpec spec = AgentResolver.spec(this, agentId);
    ResolvedAgent known = resolved.get(agentId);
    return known != null ? known : resolved.computeIfAbsent(agentId, id -> compose.apply(spec));
  }

  private static <T> Map<String, T> sorted(Map<String, T> map) {
    return Collections.unmodifiableMap(new TreeMap<>(map));
  }
}
