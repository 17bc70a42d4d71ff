package io.awaken.config.registry;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.config.ProviderSources;
import io.awaken.core.agent.ProviderDocuments;
import io.awaken.core.model.LlmAdapter;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.spec.ProviderSpec;
import java.util.Map;

/** Recreates providers from stored documents with their adapters. Thread-safe. */
final class WrittenProviders implements ProviderDocuments {

  private final ProviderSources sources;
  private final Map<String, LlmAdapter> adapters;

  WrittenProviders(ProviderSources sources, Map<String, LlmAdapter> adapters) {
    this.sources = sources;
    this.adapters = Map.copyOf(adapters);
  }

  @Override
  public JsonNode of(String providerId) {
    return sources.document(providerId);
  }

  @Override
  public LlmExecutor executor(String providerId, JsonNode document) {
    String name = document.path("adapter").asText();
    LlmAdapter adapter = adapters.get(name);
    if (adapter == null) {
      throw new IllegalArgumentException("adapter " + name + " of provider " + providerId);
    }
    ProviderSpec spec = sources.read(providerId, document);
    return adapter.create(spec);
  }
}
