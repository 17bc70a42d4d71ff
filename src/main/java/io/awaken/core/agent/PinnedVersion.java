package io.awaken.core.agent;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.agent.ResolutionDocument.ResolutionWriter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.ModelPoolSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.RemoteEndpoint;
import io.awaken.core.text.CanonicalHash;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The version of an agent that a run is pinned to, on possibly different code: a missing part ends
 * the run, so that versions never mix (failure F13). Immutable.
 *
 * @param agents agents by id
 * @param models models by id
 * @param pools pools of models by id
 * @param executors executors of providers by id, as far as they can be created
 * @param lost why the others cannot be created, by id
 */
record PinnedVersion(
    Map<String, PinnedAgent> agents,
    Map<String, ModelSpec> models,
    Map<String, ModelPoolSpec> pools,
    Map<String, LlmExecutor> executors,
    Map<String, String> lost) {

  private static final Logger LOG = System.getLogger(PinnedVersion.class.getName());

  /**
   * @throws ResolveException when this release cannot read the documents
   */
  static PinnedVersion of(RegistrySnapshot now, String agentId, Resolution resolution) {
    ResolutionDocument document;
    try {
      document = ResolutionDocument.read(resolution);
    } catch (IllegalArgumentException e) {
      throw ResolveException.unavailable(agentId, e.getMessage());
    }
    var executors = new TreeMap<String, LlmExecutor>();
    var lost = new TreeMap<String, String>();
    document.providers().forEach((id, provider) -> add(now, id, provider, executors, lost));
    return new PinnedVersion(
        document.agents(), document.models(), document.pools(), executors, lost);
  }

  private static void add(
      RegistrySnapshot now,
      String id,
      JsonNode provider,
      Map<String, LlmExecutor> executors,
      Map<String, String> lost) {
    try {
      executors.put(id, executor(now, id, provider));
    } catch (IllegalArgumentException e) {
      lost.put(id, e.getMessage());
    } catch (RuntimeException e) {
      // An adapter's own message is not fit for clients.
      LOG.log(Level.WARNING, "provider " + id + " cannot be recreated from its stored document", e);
      lost.put(id, "provider " + id);
    }
  }

  /** Reuses the executor of an unchanged provider. */
  private static LlmExecutor executor(RegistrySnapshot now, String id, JsonNode provider) {
    LlmExecutor current = now.executors().get(id);
    boolean same =
        current != null
            && ResolutionDocument.canonical(now.providers().of(id))
                .equals(ResolutionDocument.canonical(provider));
    return same ? current : now.providers().executor(id, provider);
  }

  /**
   * Checks that every part that an agent of this version needs is present.
   *
   * @param inherited names of inherited plugins
   * @throws ResolveException naming all missing parts
   */
  void requireCode(RegistrySnapshot now, AgentSpec spec, Collection<String> inherited) {
    PinnedAgent agent = agents.get(spec.id());
    var missing = new ArrayList<String>();
    var plugins = new TreeSet<>(inherited);
    if (agent != null) {
      plugins.addAll(agent.plugins());
    }
    plugins.stream()
        .filter(name -> now.plugins().find(name).isEmpty())
        .forEach(name -> missing.add("plugin " + name));
    for (String id : AgentModels.ids(spec)) {
      now.modelsBehind(id).stream()
          .map(model -> lost.get(model.providerId()))
          .filter(Objects::nonNull)
          .forEach(missing::add);
    }
    if (agent != null) {
      missing.addAll(tools(now, agent));
    }
    if (!missing.isEmpty()) {
      throw new ResolveException(new ResolveError.PinnedVersionUnavailable(spec.id(), missing));
    }
  }

  /**
   * A tool of an MCP server may disappear while a run waits: the run continues without it, and a
   * call of it gets an error.
   */
  private static List<String> tools(RegistrySnapshot now, PinnedAgent agent) {
    var missing = new ArrayList<String>();
    var hashes = new CanonicalHash();
    agent
        .tools()
        .forEach(
            (id, hash) -> {
              RegisteredTool tool = tool(now, agent, id);
              if (tool == null) {
                if (McpServerSpec.serverOf(id) == null
                    && !DelegateTools.isDelegate(agent.spec(), id)) {
                  missing.add("tool " + id);
                }
              } else if (!ResolutionWriter.hash(tool, hashes).equals(hash)) {
                LOG.log(
                    Level.INFO,
                    "tool {0} of agent {1} has other arguments than when active runs began;"
                        + " their approvals are requested again",
                    id,
                    agent.spec().id());
              }
            });
    return missing;
  }

  private static RegisteredTool tool(RegistrySnapshot now, PinnedAgent agent, String id) {
    RegisteredTool global = now.tools().get(id);
    return global != null
        ? global
        : Stream.concat(
                agent.plugins().stream().flatMap(name -> now.plugins().find(name).stream()),
                now.plugins().injected().stream())
            .map(plugin -> plugin.tools().get(id))
            .filter(tool -> tool != null)
            .findFirst()
            .orElse(null);
  }

  /** Removes tools added after the version; inherited plugins keep theirs. */
  void narrow(
      Map<String, RegisteredTool> tools,
      RegistrySnapshot now,
      AgentSpec spec,
      Collection<String> inherited) {
    PinnedAgent agent = agents.get(spec.id());
    if (agent != null) {
      tools
          .keySet()
          .removeIf(
              id ->
                  !agent.has(id, spec)
                      && inherited.stream()
                          .flatMap(name -> now.plugins().find(name).stream())
                          .noneMatch(plugin -> plugin.tools().containsKey(id)));
    }
  }

  /**
   * One agent of a {@link Resolution}.
   *
   * @param spec its document
   * @param plugins names of its plugins, except injected ones
   * @param tools hashes of the parameters of its tools and those of its variants, by id
   */
  record PinnedAgent(AgentSpec spec, SortedSet<String> plugins, Map<String, String> tools) {

    /**
     * Its document with the credentials of its endpoint, which are not stored.
     *
     * @param now the current document of the agent; null without one
     * @throws ResolveException when they were for another agent
     */
    AgentSpec within(AgentSpec now) {
      RemoteEndpoint endpoint = spec.endpoint();
      if (endpoint == null || endpoint.auth().isEmpty()) {
        return spec;
      }
      if (now == null || !endpoint.sameAgent(now.endpoint())) {
        throw ResolveException.unavailable(spec.id(), "the credentials of its endpoint");
      }
      return spec.toBuilder().endpoint(endpoint.withAuth(now.endpoint().auth())).build();
    }

    /**
     * Whether the agent or a variant has a current tool. A tool added later is not part of the
     * version, unless a variant names it.
     */
    boolean has(String tool, AgentSpec as) {
      return tools.containsKey(tool)
          || !Objects.equals(as.allowedTools(), spec.allowedTools())
              && as.allowedTools() != null
              && as.allowedTools().contains(tool);
    }
  }
}
