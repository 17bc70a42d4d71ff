package io.awaken.server.registry;

import io.awaken.core.agent.AgentResolver;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.ResolveException;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.tool.Tool;
import io.awaken.server.documents.Documents;
import io.awaken.server.registry.RegistryException.Kind;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Makes a registry snapshot; every agent is resolved once for a trial (features row 27). */
public final class RegistryLoader {

  private static final System.Logger LOG = System.getLogger(RegistryLoader.class.getName());

  /** What every model provider accepts as the name of a tool. */
  private static final Pattern TOOL_ID = Pattern.compile("[a-zA-Z0-9_-]{1,64}");

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
   * @throws RegistryException naming the first part that does not fit
   */
  public RegistrySnapshot load(Documents documents, Collection<? extends Tool> tools) {
    var snapshot =
        new RegistrySnapshot(
            unique(documents.agents(), AgentSpec::id, Function.identity(), Kind.AGENT_CONFLICT),
            unique(documents.models(), ModelSpec::id, Function.identity(), Kind.MODEL_CONFLICT),
            unique(documents.providers(), ProviderSpec::id, this::executor, Kind.PROVIDER_CONFLICT),
            unique(
                tools.stream().map(RegistryLoader::registered).toList(),
                tool -> tool.descriptor().id(),
                Function.identity(),
                Kind.TOOL_CONFLICT),
            PluginSet.NONE);
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
    String id = tool.descriptor().id();
    if (id == null || !TOOL_ID.matcher(id).matches()) {
      throw new RegistryException(
          Kind.INVALID_TOOL,
          "tool " + id + ": an id has 1 to 64 letters, digits, '_' and '-' only",
          null);
    }
    try {
      return RegisteredTool.of(tool);
    } catch (RuntimeException e) {
      throw new RegistryException(
          Kind.INVALID_TOOL, "tool " + id + " has parameters that are no JSON schema", e);
    }
  }

  private static void tryOut(RegistrySnapshot snapshot, AgentSpec agent) {
    try {
      AgentResolver.resolve(snapshot, agent.id());
    } catch (ResolveException e) {
      throw new RegistryException(Kind.VALIDATION_FAILED, e.getMessage(), e);
    }
    var missing = new TreeSet<>(agent.allowedTools() == null ? Set.of() : agent.allowedTools());
    missing.removeAll(snapshot.tools().keySet());
    if (!missing.isEmpty()) {
      LOG.log(
          System.Logger.Level.WARNING,
          "agent {0} allows tools that do not exist: {1}; it will work without them",
          agent.id(),
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
