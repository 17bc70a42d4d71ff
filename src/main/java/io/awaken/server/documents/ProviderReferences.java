package io.awaken.server.documents;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.function.BiConsumer;

/** Resolves references where a provider's document may have them: key, address and headers. */
final class ProviderReferences {

  private final References references;

  ProviderReferences(References references) {
    this.references = references;
  }

  /**
   * Replaces them in place.
   *
   * @param problems told field and reason of each that leads nowhere
   */
  void resolve(ObjectNode provider, BiConsumer<String, String> problems) {
    replace(provider, "api_key", "", problems);
    replace(provider, "base_url", "", problems);
    if (provider.path("adapter_options").path("headers") instanceof ObjectNode headers) {
      for (String header : headers.properties().stream().map(entry -> entry.getKey()).toList()) {
        replace(headers, header, "adapter_options.headers.", problems);
      }
    }
  }

  private void replace(
      ObjectNode object, String name, String prefix, BiConsumer<String, String> problems) {
    if (object.path(name).isTextual()) {
      try {
        object.put(name, references.resolve(object.get(name).textValue()));
      } catch (References.Unresolved e) {
        problems.accept(prefix + name, e.getMessage());
      }
    }
  }
}
