package io.awaken.core.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.model.LlmExecutor;

/**
 * How providers are written down for runs that go on after they have changed, and made again from
 * that. Thread-safe.
 */
public interface ProviderDocuments {

  /** Where a program brings what asks its models: a provider is its id. */
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
   * Makes what asks the models of a provider as it was.
   *
   * @throws IllegalArgumentException naming what is missing, fit for clients
   */
  LlmExecutor executor(String providerId, JsonNode document);
}
