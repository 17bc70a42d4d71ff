package io.awaken.core.agent;

import io.awaken.core.agent.ResolutionDocument.ResolutionWriter;
import io.awaken.core.message.Media;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.ModelPoolSpec;
import io.awaken.core.spec.ModelSpec;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Agents, models, providers, tools and plugins at one moment. Immutable: a run keeps the snapshot
 * that it started with, so replacing the current one affects no live run. Thread-safe.
 */
public final class RegistrySnapshot {

  private final Map<String, AgentSpec> agents;

  /** Agents that are not from other servers. */
  private final Map<String, AgentSpec> own;

  private final RemoteAgents remote;
  private final Map<String, ModelSpec> models;
  private final Map<String, LlmExecutor> executors;
  private final NavigableMap<String, RegisteredTool> tools;

  /** Tools that are not from an MCP server. */
  private final Map<String, RegisteredTool> ownTools;

  private final PluginSet plugins;
  private final ModelPorts ports;
  private final Map<String, ModelPoolSpec> pools;
  private final ProviderDocuments providers;
  private final PinnedVersion pinned;

  /** Cache of resolved agents. */
  private final Map<String, ResolvedAgent> resolved = new ConcurrentHashMap<>();

  /** The documents of this snapshot in written form. */
  private final Map<String, Resolution> resolutions = new ConcurrentHashMap<>();

  /**
   * @param agents agents by id
   * @param models models by id
   * @param executors executors by provider id
   * @param tools tools by id
   * @param plugins plugins of all agents, and those that agents may name
   * @param ports dependencies of model calls
   */
  public RegistrySnapshot(
      Map<String, AgentSpec> agents,
      Map<String, ModelSpec> models,
      Map<String, LlmExecutor> executors,
      Map<String, RegisteredTool> tools,
      PluginSet plugins,
      ModelPorts ports) {
    this(
        agents,
        RemoteAgents.NONE,
        models,
        Map.of(),
        executors,
        tools,
        plugins,
        ports,
        ProviderDocuments.NONE,
        null);
  }

  private RegistrySnapshot(
      Map<String, AgentSpec> own,
      RemoteAgents remote,
      Map<String, ModelSpec> models,
      Map<String, ModelPoolSpec> pools,
      Map<String, LlmExecutor> executors,
      Map<String, RegisteredTool> tools,
      PluginSet plugins,
      ModelPorts ports,
      ProviderDocuments providers,
      PinnedVersion pinned) {
    this.own = Map.copyOf(own);
    this.remote = remote;
    this.agents = sorted(remote.beside(own));
    this.models = Map.copyOf(models);
    this.pools = Map.copyOf(pools);
    this.executors = Map.copyOf(executors);
    this.tools = Collections.unmodifiableNavigableMap(new TreeMap<>(tools));
    this.ownTools = own(this.tools);
    this.plugins = plugins;
    this.ports = ports;
    this.providers = providers;
    this.pinned = pinned;
  }

  /** A copy with this agent added or replaced. */
  public RegistrySnapshot with(AgentSpec agent) {
    var others = new TreeMap<>(own);
    others.put(agent.id(), agent);
    return new RegistrySnapshot(
            others, remote, models, pools, executors, tools, plugins, ports, providers, pinned)
        .reusing(this);
  }

  /** A copy with an internal agent, independent of documents. */
  public RegistrySnapshot with(InternalAgent internal) {
    return new RegistrySnapshot(
            more(own, internal.agents()),
            remote,
            more(models, Map.of(internal.model().id(), internal.model())),
            pools,
            more(executors, Map.of(internal.model().providerId(), internal.executor())),
            tools,
            plugins,
            ports,
            providers,
            pinned)
        .reusing(this);
  }

  private static <T> Map<String, T> more(Map<String, T> parts, Map<String, T> others) {
    var all = new HashMap<>(parts);
    all.putAll(others);
    return all;
  }

  /**
   * A copy with other documents.
   *
   * @param newPools pools of models by id
   * @param newExecutors executors by provider id
   * @param documents writes the documents of the providers
   */
  public RegistrySnapshot withDocuments(
      Map<String, AgentSpec> newAgents,
      Map<String, ModelSpec> newModels,
      Map<String, ModelPoolSpec> newPools,
      Map<String, LlmExecutor> newExecutors,
      ProviderDocuments documents) {
    return new RegistrySnapshot(
            newAgents,
            remote,
            newModels,
            newPools,
            newExecutors,
            tools,
            plugins,
            ports,
            documents,
            pinned)
        .reusing(this);
  }

  /** A copy with other agents of other servers. */
  public RegistrySnapshot withRemote(RemoteAgents others) {
    return remote.equals(others)
        ? this
        : new RegistrySnapshot(
                own, others, models, pools, executors, tools, plugins, ports, providers, pinned)
            .reusing(this);
  }

  /** A copy with other tools; those of plugins stay. */
  public RegistrySnapshot withTools(Map<String, RegisteredTool> others) {
    return new RegistrySnapshot(
            own, remote, models, pools, executors, others, plugins, ports, providers, pinned)
        .reusing(this);
  }

  /**
   * Reuses resolved agents of an earlier snapshot that are unchanged in this one, so that a swap is
   * cheap with many agents.
   *
   * @return this snapshot
   */
  private RegistrySnapshot reusing(RegistrySnapshot earlier) {
    resolved.putAll(UnchangedAgents.of(earlier, this));
    return this;
  }

  /** A copy with other pools of models. */
  public RegistrySnapshot withPools(Map<String, ModelPoolSpec> others) {
    return new RegistrySnapshot(
        own, remote, models, others, executors, tools, plugins, ports, providers, pinned);
  }

  /** A copy that writes its providers with these documents. */
  public RegistrySnapshot describing(ProviderDocuments documents) {
    return new RegistrySnapshot(
        own, remote, models, pools, executors, tools, plugins, ports, documents, pinned);
  }

  /**
   * A copy for a run that is pinned to other documents, which override those of this snapshot. The
   * code is that of this snapshot; a missing part is reported when an agent that needs it is
   * resolved.
   *
   * @param agentId the run's agent
   * @throws ResolveException when this release cannot read them
   */
  public RegistrySnapshot pinned(String agentId, Resolution resolution) {
    var version = PinnedVersion.of(this, agentId, resolution);
    var pinnedAgents = new TreeMap<>(agents);
    version
        .agents()
        .forEach(
            (id, agent) -> {
              AgentSpec now = agents.get(id);
              pinnedAgents.put(
                  id, agent.within(now == null ? remote.expected(id).orElse(null) : now));
            });
    var pinnedModels = new HashMap<>(models);
    pinnedModels.putAll(version.models());
    var pinnedExecutors = new HashMap<>(executors);
    pinnedExecutors.putAll(version.executors());
    var pinnedPools = new HashMap<>(pools);
    pinnedPools.keySet().removeAll(version.models().keySet());
    pinnedPools.putAll(version.pools());
    return new RegistrySnapshot(
        pinnedAgents,
        RemoteAgents.NONE,
        pinnedModels,
        pinnedPools,
        pinnedExecutors,
        tools,
        plugins,
        ports,
        providers,
        version);
  }

  /** Agents by id. */
  public Map<String, AgentSpec> agents() {
    return agents;
  }

  /** Whether there is an agent with this id, or may be when its server is reached. */
  boolean mayHave(String agentId) {
    return agents.containsKey(agentId) || remote.expected(agentId).isPresent();
  }

  /** Agents of other servers. */
  public RemoteAgents remote() {
    return remote;
  }

  /** Why agents of other servers are left out, naming both. */
  public List<String> refusedRemote() {
    return remote.refused(own);
  }

  /** Models by id. */
  public Map<String, ModelSpec> models() {
    return models;
  }

  /** Pools of models by id. */
  public Map<String, ModelPoolSpec> pools() {
    return pools;
  }

  /**
   * Finds a model by id: the pool or model with this id, otherwise for {@code provider/model} that
   * model of that provider.
   *
   * @param id may be null
   * @return empty when it does not exist, or a pool has a missing member
   */
  public Optional<ModelSpec> model(String id) {
    if (id == null) {
      return Optional.empty();
    }
    ModelPoolSpec pool = pools.get(id);
    return pool == null ? single(id) : asModel(pool);
  }

  private Optional<ModelSpec> single(String id) {
    return Optional.ofNullable(models.get(id))
        .or(() -> ModelSpec.named(id, executors.keySet()))
        .map(this::behindItsProvider);
  }

  private ModelSpec behindItsProvider(ModelSpec model) {
    LlmExecutor provider = executors.get(model.providerId());
    return provider == null ? model : model.within(provider.contextWindow());
  }

  private Optional<ModelSpec> asModel(ModelPoolSpec pool) {
    List<ModelSpec> members =
        pool.modelIds().stream().map(this::single).flatMap(Optional::stream).toList();
    return members.isEmpty() || members.size() < pool.members().size()
        ? Optional.empty()
        : Optional.of(pool.asModel(members));
  }

  /** The models of an id: the members of a pool, or the single model; unknown ones are omitted. */
  List<ModelSpec> modelsBehind(String id) {
    ModelPoolSpec pool = pools.get(id);
    List<String> ids = pool == null ? List.of(id) : pool.modelIds();
    return ids.stream().map(this::single).flatMap(Optional::stream).toList();
  }

  /**
   * Why none of the models of an agent accepts a medium, as the first of them says it; empty if one
   * does or may.
   */
  public Optional<String> refusing(String agentId, Media media) {
    return Optional.ofNullable(agents.get(agentId))
        .flatMap(agent -> AgentModels.refusing(this, agent, media));
  }

  /** Executors of models by provider id. */
  public Map<String, LlmExecutor> executors() {
    return executors;
  }

  /** Tools by id, sorted so that the list for a model is stable. */
  public Map<String, RegisteredTool> tools() {
    return tools;
  }

  /**
   * The tools that an agent may use. MCP servers that it does not name add no cost (features row
   * 1135).
   */
  Map<String, RegisteredTool> toolsOf(AgentSpec spec) {
    var usable = new TreeMap<String, RegisteredTool>();
    usable(ownTools, spec, usable);
    if (spec.mayNameToolsOfServers()) {
      usable(tools, spec, usable);
      return usable;
    }
    for (String server : spec.mcpServers()) {
      String begin = McpServerSpec.prefix(server);
      usable(tools.subMap(begin, begin + Character.MAX_VALUE), spec, usable);
    }
    return usable;
  }

  private static void usable(
      Map<String, RegisteredTool> some, AgentSpec spec, Map<String, RegisteredTool> usable) {
    some.forEach(
        (id, tool) -> {
          if (spec.mayUse(id)) {
            usable.put(id, tool);
          }
        });
  }

  private static Map<String, RegisteredTool> own(Map<String, RegisteredTool> all) {
    var own = new TreeMap<String, RegisteredTool>();
    all.forEach(
        (id, tool) -> {
          if (McpServerSpec.serverOf(id) == null) {
            own.put(id, tool);
          }
        });
    return own;
  }

  public PluginSet plugins() {
    return plugins;
  }

  /** Writes the documents of the providers. */
  public ProviderDocuments providers() {
    return providers;
  }

  /** The pinned version of a run; null when it is this snapshot itself. */
  PinnedVersion pinned() {
    return pinned;
  }

  /** Whether runs of an agent store the documents of another one, to which it may hand over. */
  public boolean keeps(String agentId, String other) {
    return pinned == null
        ? ResolutionDocument.read(resolution(agentId)).agents().containsKey(other)
        : pinned.agents().containsKey(other);
  }

  /** All agents sorted by id, without internal ones. */
  public List<AgentSpec> agentList() {
    return agents.values().stream().filter(agent -> !InternalAgent.named(agent.id())).toList();
  }

  /** Dependencies of model calls. */
  public ModelPorts ports() {
    return ports;
  }

  /** The agents resolved so far, by id. */
  Map<String, ResolvedAgent> resolved() {
    return resolved;
  }

  /** Empty when the agent cannot be resolved. */
  public Optional<Resolution> tryResolution(String agentId) {
    try {
      return Optional.of(resolution(agentId));
    } catch (ResolveException e) {
      return Optional.empty();
    }
  }

  /**
   * The resolution document of an agent, cached.
   *
   * @throws ResolveException when the agent cannot be resolved
   */
  public Resolution resolution(String agentId) {
    Resolution known = agentId == null ? null : resolutions.get(agentId);
    if (known == null) {
      known = ResolutionWriter.write(this, agentId);
      resolutions.put(agentId, known);
    }
    return known;
  }

  /** The cached agent, or a newly resolved one. */
  ResolvedAgent resolved(String agentId, Function<AgentSpec, ResolvedAgent> compose) {
    AgentSpec spec = AgentResolver.spec(this, agentId);
    ResolvedAgent known = resolved.get(agentId);
    return known != null ? known : resolved.computeIfAbsent(agentId, id -> compose.apply(spec));
  }

  private static <T> Map<String, T> sorted(Map<String, T> map) {
    return Collections.unmodifiableMap(new TreeMap<>(map));
  }
}
