package io.awaken.core.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.model.LlmExecutor;

/**
 * Writes providers for runs that continue after they have changed, and recreates them from that.
 * Thread-safe.
 */
public interface ProviderDocuments {

  /** For programs that supply their executors: a provider is its id. */
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

  /** The document of a provider that there is now: no secret, only references to them. */
  JsonNode of(String providerId);

  /**
   * Recreates the executor of a provider as it was.
   *
   * @throws IllegalArgumentException naming what is missing, fit for clients
   */
  LlmExecutor executor(String providerId, JsonNode document);
}
