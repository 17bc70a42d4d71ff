package io.awaken.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Resolves references in the fields that may have them: a provider's key, address, headers and
 * options named like secrets, address and credentials of a remote agent or an A2A server, an MCP
 * server's connection fields, a webhook's address and secret.
 */
final class SecretReferences {

  private final References references;

  SecretReferences(References references) {
    this.references = references;
  }

  /**
   * Resolves references of a provider in place.
   *
   * @param problems receives field and reason of each unresolved reference
   */
  void inProvider(ObjectNode provider, BiConsumer<String, String> problems) {
    replace(provider, "api_key", "", problems);
    replace(provider, "base_url", "", problems);
    if (provider.path("adapter_options") instanceof ObjectNode options) {
      ProviderForm.secretNames(options)
          .forEach(name -> replace(options, name, "adapter_options.", problems));
      if (options.path("headers") instanceof ObjectNode headers) {
        replaceAll(headers, "adapter_options.headers.", problems);
      }
    }
  }

  /** Resolves references of an agent's endpoint in place. */
  void inAgent(ObjectNode agent, BiConsumer<String, String> problems) {
    if (agent.path("endpoint") instanceof ObjectNode endpoint) {
      inEndpoint(endpoint, "endpoint.", problems);
    }
  }

  /** Resolves references of an A2A server or an endpoint in place. */
  void inEndpoint(ObjectNode endpoint, String prefix, BiConsumer<String, String> problems) {
    replace(endpoint, "base_url", prefix, problems);
    if (endpoint.path("auth") instanceof ObjectNode auth) {
      replaceAll(auth, prefix + "auth.", problems);
    }
  }

  /** Resolves references of an MCP server in place. */
  void inMcpServer(ObjectNode server, BiConsumer<String, String> problems) {
    replace(server, "command", "", problems);
    replace(server, "url", "", problems);
    for (String group : List.of("env", "headers", "auth")) {
      if (server.path(group) instanceof ObjectNode values) {
        replaceAll(values, group + ".", problems);
      }
    }
    if (server.at("/auth/identity_provider") instanceof ObjectNode provider) {
      replaceAll(provider, "auth.identity_provider.", problems);
    }
    if (server.path("args") instanceof ArrayNode args) {
      for (int i = 0; i < args.size(); i++) {
        int index = i;
        resolved(args.get(i), "args[" + i + "]", problems)
            .ifPresent(text -> args.set(index, args.textNode(text)));
      }
    }
  }

  /** Resolves references of a webhook in place. */
  void inWebhook(ObjectNode webhook, BiConsumer<String, String> problems) {
    replace(webhook, "url", "", problems);
    replace(webhook, "secret", "", problems);
  }

  private void replaceAll(ObjectNode object, String prefix, BiConsumer<String, String> problems) {
    for (String name : object.properties().stream().map(entry -> entry.getKey()).toList()) {
      replace(object, name, prefix, problems);
    }
  }

  private void replace(
      ObjectNode object, String name, String prefix, BiConsumer<String, String> problems) {
    resolved(object.path(name), prefix + name, problems).ifPresent(text -> object.put(name, text));
  }

  private Optional<String> resolved(
      JsonNode value, String field, BiConsumer<String, String> problems) {
    if (!value.isTextual()) {
      return Optional.empty();
    }
    try {
      return Optional.of(references.resolve(value.textValue()));
    } catch (References.Unresolved e) {
      problems.accept(field, e.getMessage());
      return Optional.empty();
    }
  }
}
