package io.awaken.config.registry;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.config.DocumentException;
import io.awaken.config.Documents;
import io.awaken.config.ProviderSources;
import io.awaken.config.registry.RegistryException.Kind;
import io.awaken.config.source.DocumentKind;
import io.awaken.config.syntax.DocumentProblem;
import io.awaken.core.agent.InternalAgent;
import io.awaken.core.agent.PluginSet;
import io.awaken.core.agent.ProviderDocuments;
import io.awaken.core.agent.RegisteredTool;
import io.awaken.core.agent.RegistrySnapshot;
import io.awaken.core.agent.RemoteAgents;
import io.awaken.core.agent.ResolveException;
import io.awaken.core.model.Backend;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.ModelPorts;
import io.awaken.core.spec.A2aServerSpec;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ModelPoolSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.tool.Tool;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Creates a registry snapshot; every agent is resolved once as a check (features row 27). */
public final class RegistryLoader {

  private static final System.Logger LOG = System.getLogger(RegistryLoader.class.getName());

  private final Map<String, LlmAdapter> adapters;
  private final ModelPorts ports;
  private final InternalAgent internal;

  /**
   * The result of loading documents.
   *
   * @param snapshot null when a provider cannot be created
   * @param problems of documents, each with its file
   * @param usable whether the snapshot can be published: all problems are sections, which affect
   *     only their own agents
   */
  record Attempt(RegistrySnapshot snapshot, List<DocumentProblem> problems, boolean usable) {}

  /**
   * @param ports for model calls
   * @throws RegistryException when two adapters have one name
   */
  public RegistryLoader(Collection<LlmAdapter> adapters, ModelPorts ports) {
    this(adapters, ports, null);
  }

  /**
   * @param internal an agent independent of documents; null for none
   * @throws RegistryException when two adapters have one name
   */
  public RegistryLoader(Collection<LlmAdapter> adapters, ModelPorts ports, InternalAgent internal) {
    this.internal = internal;
    this.adapters = unique(adapters, LlmAdapter::name, Function.identity(), Kind.ADAPTER_CONFLICT);
    this.ports = ports;
  }

  /** The names that a provider's document may give as its adapter. */
  public Set<String> adapterNames() {
    return adapters.keySet();
  }

  /**
   * An agent whose section does not fit a plugin stays in the snapshot, and only its own runs fail
   * with that reason. Any other problem stops the start.
   *
   * @throws DocumentException naming every document that stops the start, with its file and line
   * @throws RegistryException naming the first conflict
   */
  public RegistrySnapshot load(
      Documents documents, Collection<? extends Tool> tools, PluginSet plugins) {
    var problems = new ArrayList<DocumentProblem>();
    unique(documents.providers(), ProviderSpec::id, Function.identity(), Kind.PROVIDER_CONFLICT);
    Map<String, LlmExecutor> executors = executors(documents, Map.of(), Map.of(), problems);
    servers(documents, problems);
    Map<String, RegisteredTool> registered =
        unique(
            tools.stream().map(RegistryLoader::registered).toList(),
            tool -> tool.descriptor().id(),
            Function.identity(),
            Kind.TOOL_CONFLICT);
    refuse(problems);
    RegistrySnapshot snapshot =
        complete(
            new RegistrySnapshot(
                    agents(documents), models(documents), executors, registered, plugins, ports)
                .withPools(pools(documents))
                .withRemote(RemoteAgents.NONE.with(documents.a2aServers()))
                .describing(written(documents)));
    for (ResolveException refused : RefusedAgents.of(snapshot)) {
      DocumentProblem problem = RefusedAgents.problem(documents, refused.error());
      if (ofSection(refused)) {
        LOG.log(Level.ERROR, "{0}; runs of this agent are refused, all others are served", problem);
      } else {
        problems.add(problem);
      }
    }
    refuse(problems);
    return snapshot;
  }

  private static void refuse(List<DocumentProblem> problems) {
    if (!problems.isEmpty()) {
      throw new DocumentException(problems);
    }
  }

  private static boolean ofSection(ResolveException refused) {
    return refused.kind() == ResolveException.Kind.INVALID_PLUGIN_CONFIG;
  }

  /**
   * Creates the successor of a snapshot from other documents. Unchanged providers keep their
   * executors, and unchanged agents stay as they are.
   *
   * @param before the documents of the current snapshot
   */
  Attempt successor(Documents documents, Documents before, RegistrySnapshot current) {
    var problems = new ArrayList<DocumentProblem>();
    Map<String, ProviderSpec> earlier =
        before.providers().stream()
            .collect(Collectors.toMap(ProviderSpec::id, Function.identity()));
    Map<String, LlmExecutor> executors =
        executors(documents, earlier, current.executors(), problems);
    servers(documents, problems);
    if (!problems.isEmpty()) {
      return new Attempt(null, problems, false);
    }
    RegistrySnapshot next =
        complete(
            current
                .withRemote(current.remote().with(documents.a2aServers()))
                .withDocuments(
                    agents(documents),
                    models(documents),
                    pools(documents),
                    executors,
                    written(documents)));
    boolean usable = true;
    for (ResolveException refused : RefusedAgents.of(next)) {
      problems.add(RefusedAgents.problem(documents, refused.error()));
      usable &= ofSection(refused);
    }
    return new Attempt(next, problems, usable);
  }

  /** The executors of all providers but the broken ones; an unchanged provider keeps its own. */
  private Map<String, LlmExecutor> executors(
      Documents documents,
      Map<String, ProviderSpec> earlier,
      Map<String, LlmExecutor> current,
      List<DocumentProblem> problems) {
    var executors = new LinkedHashMap<String, LlmExecutor>();
    for (ProviderSpec provider : documents.providers()) {
      String id = provider.id();
      if (provider.equals(earlier.get(id))) {
        executors.put(id, current.get(id));
        continue;
      }
      try {
        executors.put(id, executor(provider));
      } catch (IllegalArgumentException e) {
        String reason = String.valueOf(e.getMessage()).replace("provider " + id + ": ", "");
        problems.add(documents.origins().problem(DocumentKind.PROVIDER, id, null, reason));
      }
    }
    return executors;
  }

  /** Checks what only the backend of A2A knows about a server's document. */
  private void servers(Documents documents, List<DocumentProblem> problems) {
    Backend backend = ports.backends().get(A2aServerSpec.BACKEND);
    for (A2aServerSpec server :
        backend == null ? List.<A2aServerSpec>of() : documents.a2aServers()) {
      backend
          .refuses(server.endpoint(server.target()))
          .map(
              why ->
                  documents
                      .origins()
                      .problem(
                          DocumentKind.A2A_SERVER,
                          server.id(),
                          why.field().substring("endpoint.".length()),
                          why.reason()))
          .ifPresent(problems::add);
    }
  }

  private RegistrySnapshot complete(RegistrySnapshot ofDocuments) {
    return internal == null ? ofDocuments : ofDocuments.with(internal);
  }

  private static Map<String, AgentSpec> agents(Documents documents) {
    return unique(documents.agents(), AgentSpec::id, Function.identity(), Kind.AGENT_CONFLICT);
  }

  private static Map<String, ModelSpec> models(Documents documents) {
    return unique(documents.models(), ModelSpec::id, Function.identity(), Kind.MODEL_CONFLICT);
  }

  private static Map<String, ModelPoolSpec> pools(Documents documents) {
    return unique(documents.pools(), ModelPoolSpec::id, Function.identity(), Kind.MODEL_CONFLICT);
  }

  /** Recreates providers from stored documents with their adapters. */
  private ProviderDocuments written(Documents documents) {
    ProviderSources sources = documents.sources();
    return new ProviderDocuments() {
      @Override
      public JsonNode of(String providerId) {
        return sources.document(providerId);
      }

      @Override
      public LlmExecutor executor(String providerId, JsonNode document) {
        String name = document.path("adapter").asText();
        if (!adapters.containsKey(name)) {
          throw new IllegalArgumentException("adapter " + name + " of provider " + providerId);
        }
        return adapters.get(name).create(sources.read(providerId, document));
      }
    };
  }

  private LlmExecutor executor(ProviderSpec provider) {
    LlmAdapter adapter = adapters.get(provider.adapter());
    if (adapter == null) {
      throw new IllegalArgumentException("adapter '" + provider.adapter() + "' does not exist");
    }
    return adapter.create(provider);
  }

  private static RegisteredTool registered(Tool tool) {
    try {
      return RegisteredTool.of(tool);
    } catch (IllegalArgumentException e) {
      throw new RegistryException(Kind.INVALID_TOOL, e.getMessage(), e);
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
