package io.awaken.core.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.model.LlmExecutor;

/**
 * Writes the documents of providers, so that runs can recreate a provider that has changed.
 * Thread-safe.
 */
public interface ProviderDocuments {

  /** For programs that supply executors: the document is the provider's id. */
  ProviderDocuments NONE =
      new ProviderDocuments() {
        @Override
        public JsonNode of(String providerId) {
          return JsonNodeFactory.instance.objectNode();
        }

        @Override
        public LlmExecutor executor(String providerId, JsonNode document) {
          throw new IllegalArgumentException("provider " + providerId);
        }
      };

  /** The document of a current provider, with references instead of secrets. */
  JsonNode of(String providerId);

  /**
   * Recreates the executor of an earlier provider.
   *
   * @throws IllegalArgumentException naming what is missing, fit for clients
   */
  LlmExecutor executor(String providerId, JsonNode document);
}
