package io.awaken.server.registry;

import io.awaken.core.agent.AgentResolver;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.ResolveException;
import io.awaken.core.agent.ResolvedAgent;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.tool.Tool;
import io.awaken.server.documents.Documents;
import io.awaken.server.registry.RegistryException.Kind;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** Makes a registry snapshot; every agent is resolved once for a trial (features row 27). */
public final class RegistryLoader {

  private static final System.Logger LOG = System.getLogger(RegistryLoader.class.getName());

  private final Map<String, LlmAdapter> adapters;

  /**
   * @throws RegistryException when two adapters have one name
   */
  public RegistryLoader(Collection<LlmAdapter> adapters) {
    this.adapters = unique(adapters, LlmAdapter::name, Function.identity(), Kind.ADAPTER_CONFLICT);
  }

  /** The names that a provider's document may give as its adapter. */
  public Set<String> adapterNames() {
    return adapters.keySet();
  }

  /**
   * An agent whose section does not fit a plugin is refused alone: it stays in the snapshot, and
   * each run of it is told why. Whatever else does not fit stops the start.
   *
   * @throws RegistryException naming the first part that does not fit
   */
  public RegistrySnapshot load(
      Documents documents, Collection<? extends Tool> tools, PluginSet plugins) {
    var snapshot =
        new RegistrySnapshot(
                unique(documents.agents(), AgentSpec::id, Function.identity(), Kind.AGENT_CONFLICT),
                unique(documents.models(), ModelSpec::id, Function.identity(), Kind.MODEL_CONFLICT),
                unique(
                    documents.providers(),
                    ProviderSpec::id,
                    this::executor,
                    Kind.PROVIDER_CONFLICT),
                unique(
                    tools.stream().map(RegistryLoader::registered).toList(),
                    tool -> tool.descriptor().id(),
                    Function.identity(),
                    Kind.TOOL_CONFLICT),
                plugins)
            .describing(new WrittenProviders(documents.sources(), adapters));
    snapshot.agentList().forEach(agent -> tryOut(snapshot, agent));
    return snapshot;
  }

  private LlmExecutor executor(ProviderSpec provider) {
    LlmAdapter adapter = adapters.get(provider.adapter());
    if (adapter == null) {
      throw new RegistryException(
          Kind.ADAPTER_NOT_FOUND,
          "provider " + provider.id() + " names an unknown adapter: " + provider.adapter(),
          null);
    }
    try {
      return adapter.create(provider);
    } catch (IllegalArgumentException e) {
      String own = "provider " + provider.id() + ": ";
      String reason = String.valueOf(e.getMessage());
      throw new RegistryException(
          Kind.INVALID_PROVIDER, reason.startsWith(own) ? reason : own + reason, e);
    }
  }

  private static RegisteredTool registered(Tool tool) {
    try {
      return RegisteredTool.of(tool);
    } catch (IllegalArgumentException e) {
      throw new RegistryException(Kind.INVALID_TOOL, e.getMessage(), e);
    }
  }

  private static void tryOut(RegistrySnapshot snapshot, AgentSpec agent) {
    try {
      missingTools(AgentResolver.resolve(snapshot, agent.id()));
    } catch (ResolveException e) {
      switch (e.kind()) {
        case REMOTE_AGENT_NOT_DIRECTLY_RUNNABLE -> {
          // It is there to be delegated to.
        }
        case INVALID_PLUGIN_CONFIG ->
            LOG.log(
                Level.ERROR,
                "{0}; runs of this agent are refused, all others are served",
                e.getMessage());
        default -> throw new RegistryException(Kind.VALIDATION_FAILED, e.getMessage(), e);
      }
    }
  }

  private static void missingTools(ResolvedAgent agent) {
    AgentSpec spec = agent.spec();
    var missing = new TreeSet<>(spec.allowedTools() == null ? Set.of() : spec.allowedTools());
    missing.removeAll(agent.tools().keySet());
    missing.removeIf(id -> !spec.mayUse(id));
    if (!missing.isEmpty()) {
      LOG.log(
          Level.WARNING,
          "agent {0} allows tools that do not exist: {1}; it will work without them",
          spec.id(),
          missing);
    }
  }

  private static <S, T> Map<String, T> unique(
      Collection<S> parts, Function<S, String> id, Function<S, T> value, Kind conflict) {
    var unique = new LinkedHashMap<String, T>();
    for (S part : parts) {
      if (unique.put(id.apply(part), value.apply(part)) != null) {
        throw new RegistryException(
            conflict, "the id " + id.apply(part) + " is given twice (" + conflict + ")", null);
      }
    }
    return unique;
  }
}
