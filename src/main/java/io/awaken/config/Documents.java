package io.awaken.config;

import io.awaken.core.spec.A2aServerSpec;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.ModelPoolSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.PromptSpec;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.ResourceSpec;
import io.awaken.core.spec.WebhookSpec;
import java.util.List;

/**
 * The content of all documents, checked against each other; ids are unique per list.
 *
 * @param mcpServers MCP servers
 * @param a2aServers A2A servers in the order of their ids
 * @param prompts in the order of their ids
 * @param resources in the order of their ids
 * @param webhooks in the order of their ids
 * @param sources the providers with unresolved references
 * @param origins the source of each document
 */
public record Documents(
    List<AgentSpec> agents,
    List<ModelSpec> models,
    List<ModelPoolSpec> pools,
    List<ProviderSpec> providers,
    List<McpServerSpec> mcpServers,
    List<A2aServerSpec> a2aServers,
    List<PromptSpec> prompts,
    List<ResourceSpec> resources,
    List<WebhookSpec> webhooks,
    ProviderSources sources,
    Origins origins) {

  public Documents {
    agents = List.copyOf(agents);
    models = List.copyOf(models);
    pools = List.copyOf(pools);
    providers = List.copyOf(providers);
    mcpServers = List.copyOf(mcpServers);
    a2aServers = List.copyOf(a2aServers);
    prompts = List.copyOf(prompts);
    resources = List.copyOf(resources);
    webhooks = List.copyOf(webhooks);
  }

  /** Built-in documents. */
  public Documents(List<AgentSpec> agents, List<ModelSpec> models, List<ProviderSpec> providers) {
    this(
        agents,
        models,
        List.of(),
        providers,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        ProviderSources.NONE,
        Origins.NONE);
  }
}
