package io.awaken.runtime;

import io.awaken.core.agent.AgentResolver;
import io.awaken.core.agent.LiveRegistry;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.RemoteAgents;
import io.awaken.core.agent.ResolveException;
import io.awaken.core.agent.ToolSources;
import io.awaken.core.context.TokenEstimator;
import io.awaken.core.loop.call.ToolFanOut;
import io.awaken.core.model.Backend;
import io.awaken.core.model.CircuitBreakerConfig;
import io.awaken.core.model.CircuitBreakers;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.model.Pause;
import io.awaken.core.plugin.Plugin;
import io.awaken.core.run.Ids;
import io.awaken.core.run.RunCancelled;
import io.awaken.core.spec.A2aServerSpec;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelPoolSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.state.RestorePolicy;
import io.awaken.core.state.StateError;
import io.awaken.core.state.StateException;
import io.awaken.core.state.profile.ProfileStore;
import io.awaken.core.tool.Tool;
import io.awaken.core.tool.ToolSource;
import io.awaken.runtime.BuildException.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Builds a runtime (features rows 24-30). The {@code with} methods never fail: {@link #build}
 * throws the first conflict among them. Not thread-safe; one builder builds one runtime.
 *
 * <p>Defaults: stores in an H2 file in {@code ./data} ({@link FileDatabase}), virtual threads, the
 * system's clock, ids that are ordered by time.
 */
public final class AgentRuntimeBuilder {

  private static final int TOOL_CONCURRENCY = 64;
  private static final Duration DISCOVERY = Duration.ofSeconds(30);

  private final Map<String, AgentSpec> agents = new LinkedHashMap<>();
  private final Map<String, ModelSpec> models = new LinkedHashMap<>();
  private final Map<String, ModelPoolSpec> pools = new LinkedHashMap<>();
  private final Map<String, LlmExecutor> executors = new LinkedHashMap<>();
  private final Map<String, Backend> backends = new LinkedHashMap<>();
  private final Map<String, A2aServerSpec> servers = new LinkedHashMap<>();
  private final Map<String, RegisteredTool> tools = new LinkedHashMap<>();
  private final List<ToolSource> toolSources = new ArrayList<>();
  private final List<Plugin> global = new ArrayList<>();
  private final List<Plugin> named = new ArrayList<>();
  private final Set<String> pluginNames = new HashSet<>();
  private RuntimeStores stores;
  private boolean inMemory;
  private Path folder = FileDatabase.FOLDER;
  private ProfileStore profile;
  private Executor executor;
  private InstantSource clock = InstantSource.system();
  private Ids ids = new UuidIds();
  private RestorePolicy restoring = RestorePolicy.DEFAULT;
  private TokenEstimator estimator = TokenEstimator.HEURISTIC;
  private int toolConcurrency = TOOL_CONCURRENCY;
  private Duration toolTime = ToolFanOut.Limits.TIME;
  private BuildException conflict;

  AgentRuntimeBuilder() {}

  public AgentRuntimeBuilder withAgentSpec(AgentSpec agent) {
    return put(agents, agent.id(), agent, Kind.AGENT_REGISTRY_CONFLICT);
  }

  public AgentRuntimeBuilder withAgentSpecs(Collection<AgentSpec> specs) {
    specs.forEach(this::withAgentSpec);
    return this;
  }

  /** A tool of all agents; the id must equal that of its descriptor (features row 25). */
  public AgentRuntimeBuilder withTool(String id, Tool tool) {
    try {
      RegisteredTool registered = RegisteredTool.of(tool);
      String own = registered.descriptor().id();
      if (!own.equals(id)) {
        return refused(
            Kind.TOOL_REGISTRY_CONFLICT,
            "tool " + id + " has the id " + own + " in its descriptor",
            null);
      }
      return put(tools, id, registered, Kind.TOOL_REGISTRY_CONFLICT);
    } catch (RuntimeException e) {
      return refused(Kind.TOOL_REGISTRY_CONFLICT, "tool " + id + ": " + e.getMessage(), e);
    }
  }

  /**
   * Tools that come and go while the runtime is used. A tool is refused with a log line if its id
   * is taken, or if it needs a transaction and the stores have none.
   */
  public AgentRuntimeBuilder withToolSource(ToolSource source) {
    if (toolSources.stream().anyMatch(other -> other.name().equals(source.name()))) {
      return refused(
          Kind.TOOL_REGISTRY_CONFLICT, "two tool sources are named " + source.name(), null);
    }
    toolSources.add(source);
    return this;
  }

  public AgentRuntimeBuilder withModel(ModelSpec model) {
    return put(models, model.id(), model, Kind.MODEL_REGISTRY_CONFLICT);
  }

  /** Executes agents whose {@code endpoint} names its kind (features row 199). */
  public AgentRuntimeBuilder withBackend(Backend backend) {
    return put(backends, backend.kind(), backend, Kind.PROVIDER_REGISTRY_CONFLICT);
  }

  /**
   * A server whose agents become agents of the runtime once its card was read, with the {@link
   * io.awaken.builtin.a2a.A2aBackend} that it has (features row 24).
   */
  public AgentRuntimeBuilder withRemoteAgents(A2aServerSpec server) {
    return put(servers, server.id(), server, Kind.AGENT_REGISTRY_CONFLICT);
  }

  /** Several models behind one id, which agents use like a model's. */
  public AgentRuntimeBuilder withModelPool(ModelPoolSpec pool) {
    return put(pools, pool.id(), pool, Kind.MODEL_REGISTRY_CONFLICT);
  }

  /** Calls the models of a provider. */
  public AgentRuntimeBuilder withProvider(String id, LlmExecutor asks) {
    return put(executors, id, asks, Kind.PROVIDER_REGISTRY_CONFLICT);
  }

  /** A provider as data, and the adapter for its wire. */
  public AgentRuntimeBuilder withProvider(ProviderSpec provider, LlmAdapter adapter) {
    try {
      return withProvider(provider.id(), adapter.create(provider));
    } catch (RuntimeException e) {
      return refused(
          Kind.PROVIDER_REGISTRY_CONFLICT, "provider " + provider.id() + ": " + e.getMessage(), e);
    }
  }

  /** A plugin for the agents that name it. */
  public AgentRuntimeBuilder withPlugin(Plugin plugin) {
    return add(named, plugin);
  }

  /** A plugin for every agent. */
  public AgentRuntimeBuilder withGlobalPlugin(Plugin plugin) {
    return add(global, plugin);
  }

  /** Keeps conversations and runs in memory, so that they end with the process. */
  public AgentRuntimeBuilder inMemory() {
    inMemory = true;
    return this;
  }

  /**
   * Keeps conversations and runs in an H2 file in this folder, which the runtime opens and closes;
   * default {@code ./data}.
   */
  public AgentRuntimeBuilder withFolder(Path data) {
    folder = data;
    return this;
  }

  /** Replaces the folder by stores that the caller closes. */
  public AgentRuntimeBuilder withStores(RuntimeStores keeps) {
    stores = keeps;
    return this;
  }

  /** Where shared values are stored; default in the stores, if they support them. */
  public AgentRuntimeBuilder withProfileStore(ProfileStore keeps) {
    profile = keeps;
    return this;
  }

  /**
   * Runs work beside a run: several tools of one step, blocking hooks. Must give each task a
   * thread; the runtime does not close it.
   */
  public AgentRuntimeBuilder withExecutor(Executor threads) {
    executor = threads;
    return this;
  }

  public AgentRuntimeBuilder withClock(InstantSource time) {
    clock = time;
    return this;
  }

  public AgentRuntimeBuilder withIds(Ids source) {
    ids = source;
    return this;
  }

  /**
   * How to treat stored state that no plugin can read; default {@link RestorePolicy#DEFAULT}
   * (features row 52).
   */
  public AgentRuntimeBuilder withRestorePolicy(RestorePolicy policy) {
    restoring = policy;
    return this;
  }

  /**
   * Estimates the tokens of requests, which decides how much of a conversation fits an agent's
   * context window; default {@link TokenEstimator#HEURISTIC} (features row 150).
   */
  public AgentRuntimeBuilder withTokenEstimator(TokenEstimator counts) {
    estimator = counts;
    return this;
  }

  /** Tools of one step that run at once, over all runs; default 64. */
  public AgentRuntimeBuilder withToolConcurrency(int atMost) {
    toolConcurrency = atMost;
    return this;
  }

  /** Time limit of a tool call whose tool sets none; default 5 minutes. */
  public AgentRuntimeBuilder withToolTimeLimit(Duration atMost) {
    toolTime = atMost;
    return this;
  }

  /**
   * Builds a runtime and resolves each of its agents once, except remote ones.
   *
   * @throws BuildException of the first conflict, or naming every agent that does not resolve
   * @throws io.awaken.store.database.DatabaseRefused naming the folder when it cannot be used
   */
  public AgentRuntime build() {
    return build(true);
  }

  /** {@link #buildAndDiscover(Duration)} within 30 seconds. */
  public AgentRuntime buildAndDiscover() {
    return buildAndDiscover(DISCOVERY);
  }

  /**
   * Builds a runtime and waits for the agents of other servers (features row 29). {@link #build}
   * does not wait: they appear when their servers are reached.
   *
   * @throws BuildException as {@link #build}; or naming each server that was not reached in time,
   *     with the reason
   */
  public AgentRuntime buildAndDiscover(Duration atMost) {
    AgentRuntime runtime = build(true);
    try {
      Map<String, String> missing = runtime.reachServers(atMost);
      if (missing.isEmpty()) {
        return runtime;
      }
      throw new BuildException(
          Kind.DISCOVERY_FAILED, "not reached within " + atMost + ": " + missing, null);
    } catch (RunCancelled e) {
      runtime.close();
      throw new BuildException(Kind.DISCOVERY_FAILED, "discovery was interrupted", e);
    } catch (RuntimeException e) {
      runtime.close();
      throw e;
    }
  }

  /**
   * Builds a runtime whose agents are resolved only when they are run.
   *
   * @throws BuildException of the first conflict
   * @throws io.awaken.store.database.DatabaseRefused naming the folder when it cannot be used
   */
  public AgentRuntime buildUnchecked() {
    return build(false);
  }

  private ModelPorts ports() {
    return new ModelPorts(
            Pause.inRealTime(),
            () -> ThreadLocalRandom.current().nextDouble(),
            new CircuitBreakers(CircuitBreakerConfig.DEFAULT, System::nanoTime))
        .with(backends.values());
  }

  private AgentRuntime build(boolean tryOut) {
    if (conflict != null) {
      throw conflict;
    }
    var remote = RemoteServers.of(List.copyOf(servers.values()), backends);
    boolean transactions = stores != null && stores.tools().isPresent();
    if (!transactions) {
      refuseTransactions();
    }
    PluginSet plugins = plugins();
    var snapshot =
        new RegistrySnapshot(agents, models, executors, tools, plugins, ports())
            .withPools(pools)
            .withRemote(RemoteAgents.NONE.with(remote.all()));
    if (tryOut) {
      tryOut(snapshot);
    }
    var registry = new LiveRegistry(snapshot, clock);
    FileDatabase own = stores == null && !inMemory ? FileDatabase.open(folder) : null;
    try {
      var threads = new RuntimeThreads(executor);
      var parts =
          new EmbeddedNode.Parts(
              stores(own),
              own,
              restoring,
              estimator,
              threads,
              clock,
              ids,
              new ToolFanOut.Limits(toolConcurrency, toolTime));
      var sources = new ToolSources(registry, toolSources, transactions);
      sources.open();
      var node = new EmbeddedNode(registry, plugins, parts);
      return new AgentRuntime(registry, sources, node, remote.open(registry, threads));
    } catch (RuntimeException e) {
      // Otherwise this process keeps the folder, and no other can open it.
      if (own != null) {
        own.close();
      }
      throw e;
    }
  }

  private void refuseTransactions() {
    List<String> asking =
        tools.values().stream()
            .filter(tool -> tool.tool().transactional())
            .map(tool -> tool.descriptor().id())
            .sorted()
            .toList();
    if (!asking.isEmpty()) {
      throw new BuildException(
          Kind.TOOL_REGISTRY_CONFLICT,
          "the stores have no transactions for these tools: " + String.join(", ", asking),
          null);
    }
  }

  /**
   * @param own the database that the runtime has opened; null for none
   */
  private RuntimeStores stores(FileDatabase own) {
    RuntimeStores kept =
        own != null ? own.stores() : stores == null ? RuntimeStores.inMemory(clock) : stores;
    return profile == null ? kept : kept.with(profile);
  }

  private PluginSet plugins() {
    List<Plugin> given = new ArrayList<>(global);
    given.addAll(named);
    List<Plugin> nameable = new ArrayList<>(named);
    nameable.addAll(BuiltinPlugins.named(given, clock));
    try {
      return PluginSet.of(global, nameable, BuiltinPlugins.injected());
    } catch (StateException e) {
      Kind kind =
          e.error() instanceof StateError.PluginAlreadyInstalled
              ? Kind.PLUGIN_REGISTRY_CONFLICT
              : Kind.STATE;
      throw new BuildException(kind, e.getMessage(), e);
    } catch (RuntimeException e) {
      throw new BuildException(Kind.PLUGIN_REGISTRY_CONFLICT, e.getMessage(), e);
    }
  }

  private static void tryOut(RegistrySnapshot snapshot) {
    List<String> problems = new ArrayList<>();
    for (AgentSpec agent : snapshot.agentList()) {
      try {
        AgentResolver.resolve(snapshot, agent.id());
      } catch (ResolveException e) {
        problems.add(e.getMessage());
      }
    }
    if (!problems.isEmpty()) {
      throw new BuildException(Kind.VALIDATION_FAILED, String.join("; ", problems), null);
    }
  }

  private AgentRuntimeBuilder add(List<Plugin> plugins, Plugin plugin) {
    try {
      String name = plugin.descriptor().name();
      if (!pluginNames.add(name)) {
        return refused(Kind.PLUGIN_REGISTRY_CONFLICT, "plugin " + name + " is given twice", null);
      }
      plugins.add(plugin);
      return this;
    } catch (RuntimeException e) {
      return refused(Kind.PLUGIN_REGISTRY_CONFLICT, String.valueOf(e.getMessage()), e);
    }
  }

  private <T> AgentRuntimeBuilder put(Map<String, T> all, String id, T value, Kind kind) {
    return all.putIfAbsent(id, value) == null
        ? this
        : refused(kind, "the id " + id + " is given twice", null);
  }

  private AgentRuntimeBuilder refused(Kind kind, String message, Throwable cause) {
    if (conflict == null) {
      conflict = new BuildException(kind, message, cause);
    }
    return this;
  }
}
