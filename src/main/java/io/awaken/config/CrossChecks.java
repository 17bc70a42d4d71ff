package io.awaken.config;

import io.awaken.config.source.DocumentKind;
import io.awaken.config.syntax.DocumentProblem;
import io.awaken.core.spec.A2aServerSpec;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.Exposure;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.ModelPoolSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.ResourceSpec;
import io.awaken.core.spec.WebhookSpec;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Checks references between documents: agent to model to provider to adapter. */
final class CrossChecks {

  /** What follows the name of an agent in paths of A2A. */
  private static final Set<String> A2A_ROUTES =
      Set.of("tasks", "message:send", "message:stream", "extendedAgentCard", ".well-known");

  private final SpecReader reader;
  private final List<DocumentProblem> problems;

  CrossChecks(SpecReader reader, List<DocumentProblem> problems) {
    this.reader = reader;
    this.problems = problems;
  }

  /**
   * An agent names the id of a model or a pool, or {@code provider/model}. Its own name must be
   * possible in the paths of the protocols that offer it.
   */
  void agents(Collection<Loaded<AgentSpec>> agents, Set<String> models, Set<String> providers) {
    for (Loaded<AgentSpec> agent : agents) {
      String model = agent.spec().modelId();
      if (model != null && ModelSpec.named(model, providers).isEmpty()) {
        check(agent, model, DocumentKind.MODEL, models, "model_id");
      }
      if (agent.spec().expose().contains(Exposure.A2A) && A2A_ROUTES.contains(agent.id())) {
        problems.add(
            agent.problem(
                "expose", "must not have a2a: '%s' is a route of it".formatted(agent.id())));
      }
    }
  }

  /**
   * Delegates are agents, each named once, whose ids are possible in names of tools.
   *
   * @param known ids of agents that have a document
   * @param servers may have other agents
   */
  void delegates(
      Collection<Loaded<AgentSpec>> agents, Set<String> known, List<A2aServerSpec> servers) {
    for (Loaded<AgentSpec> agent : agents) {
      List<String> named = agent.spec().delegates();
      for (int i = 0; i < named.size(); i++) {
        String field = "delegates[" + i + "]";
        String id = named.get(i);
        if (servers.stream().allMatch(server -> server.offer(id).isEmpty())) {
          check(agent, id, DocumentKind.AGENT, known, field);
        }
        Optional<String> breach = agent.spec().delegateBreach(i);
        breach.ifPresent(reason -> problems.add(agent.problem(field, reason)));
      }
    }
  }

  /** Limits the number of MCP servers, and checks that agents name existing ones. */
  void mcpServers(
      Collection<Loaded<AgentSpec>> agents, Map<String, Loaded<McpServerSpec>> servers) {
    limit(servers.values(), McpServerSpec.MAX_SERVERS, "MCP servers");
    for (Loaded<AgentSpec> agent : agents) {
      List<String> named = agent.spec().mcpServers();
      for (int i = 0; i < named.size(); i++) {
        check(
            agent,
            named.get(i),
            DocumentKind.MCP_SERVER,
            servers.keySet(),
            "mcp_servers[" + i + "]");
      }
    }
  }

  /** Limits the number of webhooks. */
  void webhooks(Collection<Loaded<WebhookSpec>> webhooks) {
    limit(webhooks, WebhookSpec.MAX_WEBHOOKS, "webhooks");
  }

  /** Limits the number of A2A servers; the only agent of one has its id. */
  void a2aServers(
      Collection<Loaded<A2aServerSpec>> servers, Map<String, Loaded<AgentSpec>> agents) {
    limit(servers, A2aServerSpec.MAX_SERVERS, "A2A servers");
    for (Loaded<A2aServerSpec> server : servers) {
      Loaded<AgentSpec> agent = agents.get(server.id());
      if (agent != null) {
        problems.add(
            server.problem("id", "'" + server.id() + "' is also the id of " + agent.file().name()));
      }
    }
  }

  private <T> void limit(Collection<Loaded<T>> documents, int most, String what) {
    documents.stream()
        .skip(most)
        .findFirst()
        .ifPresent(
            beyond ->
                problems.add(
                    beyond.problem(
                        "id",
                        "is one of %d %s, the limit is %d"
                            .formatted(documents.size(), what, most))));
  }

  /** Each address belongs to one resource. */
  void resources(Collection<Loaded<ResourceSpec>> resources) {
    var addresses = new HashMap<String, Loaded<ResourceSpec>>();
    int read = 0;
    for (Loaded<ResourceSpec> resource : resources) {
      ResourceSpec spec = resource.spec();
      String field = spec.uri() == null ? "uri_template" : "uri";
      String address = spec.uri() == null ? spec.uriTemplate() : spec.uri();
      Loaded<ResourceSpec> other = addresses.putIfAbsent(address, resource);
      if (other != null) {
        problems.add(resource.problem(field, "is also the address of " + other.file().name()));
      }
      if (++read == ResourceSpec.MAX_RESOURCES + 1) {
        problems.add(
            resource.problem(
                "id",
                "is one of %d resources, the limit is %d"
                    .formatted(resources.size(), ResourceSpec.MAX_RESOURCES)));
      }
    }
  }

  /**
   * A pool's id must differ from models' ids, and its members must be models: nested pools could
   * form cycles.
   *
   * @param written ids of models that have a document
   */
  void pools(
      Collection<Loaded<ModelPoolSpec>> pools,
      Map<String, Loaded<ModelSpec>> written,
      Set<String> models,
      Set<String> providers) {
    Set<String> ids = pools.stream().map(Loaded::id).collect(Collectors.toSet());
    for (Loaded<ModelPoolSpec> pool : pools) {
      if (written.containsKey(pool.id())) {
        String other = written.get(pool.id()).file().name();
        problems.add(pool.problem("id", "'" + pool.id() + "' is also the id of " + other));
      }
      List<String> members = pool.spec().modelIds();
      for (int i = 0; i < members.size(); i++) {
        member(pool, "members[" + i + "].", members.get(i), ids, models, providers);
      }
    }
  }

  private void member(
      Loaded<ModelPoolSpec> pool,
      String at,
      String model,
      Set<String> pools,
      Set<String> models,
      Set<String> providers) {
    if (pools.contains(model)) {
      problems.add(
          pool.problem(
              at + "model_id", "'" + model + "' is a pool; the members of a pool are models"));
    } else if (ModelSpec.named(model, providers).isEmpty()) {
      check(pool, model, DocumentKind.MODEL, models, at + "model_id");
    }
  }

  void models(Collection<Loaded<ModelSpec>> models, Set<String> providers) {
    for (Loaded<ModelSpec> model : models) {
      check(model, model.spec().providerId(), DocumentKind.PROVIDER, providers, "provider_id");
    }
  }

  void providers(Collection<Loaded<ProviderSpec>> providers, Set<String> adapters) {
    for (Loaded<ProviderSpec> provider : providers) {
      String adapter = provider.spec().adapter();
      if (!adapters.contains(adapter)) {
        problems.add(
            provider.problem(
                "adapter",
                "'" + adapter + "' does not exist; there are " + new TreeSet<>(adapters)));
      }
    }
  }

  /** A broken target has already been reported itself. */
  private <T> void check(
      Loaded<T> from, String target, DocumentKind kind, Set<String> known, String field) {
    boolean broken =
        reader.isBroken(kind, target)
            || kind == DocumentKind.MODEL && reader.isBroken(DocumentKind.MODEL_POOL, target);
    if (!known.contains(target) && !broken) {
      problems.add(
          from.problem(
              field, "'" + target + "' does not exist; there are " + new TreeSet<>(known)));
    }
  }
}
