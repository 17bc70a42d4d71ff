package io.awaken.server.documents;

import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ContextWindowPolicy;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.ProviderSpec;
import java.net.URI;
import java.util.Set;
import java.util.function.BiConsumer;

/** What must hold within one document beyond its form; tells field and reason of each breach. */
final class SpecRules {

  private final BiConsumer<String, String> problems;

  SpecRules(BiConsumer<String, String> problems) {
    this.problems = problems;
  }

  void agent(AgentSpec agent) {
    required("model_id", agent.modelId());
    range("max_rounds", agent.maxRounds(), 1, DocumentLimits.MAX_ROUNDS);
    range(
        "max_continuation_retries",
        agent.maxContinuationRetries(),
        0,
        DocumentLimits.MAX_CONTINUATION_RETRIES);
    if (agent.description() != null
        && agent.description().length() > DocumentLimits.MAX_DESCRIPTION) {
      problems.accept(
          "description", "must have at most " + DocumentLimits.MAX_DESCRIPTION + " characters");
    }
    if (agent.contextPolicy() != null) {
      contextPolicy(agent.contextPolicy());
    }
  }

  void model(ModelSpec model) {
    required("provider_id", model.providerId());
    required("upstream_model", model.upstreamModel());
  }

  void provider(ProviderSpec provider) {
    required("adapter", provider.adapter());
    range("timeout_secs", provider.timeoutSecs(), 1, DocumentLimits.MAX_TIMEOUT_SECS);
    if (provider.baseUrl() != null && !isHttp(provider.baseUrl())) {
      problems.accept("base_url", "must be an http or https address");
    }
    if (provider.apiKey() != null && provider.apiKey().reveal().isBlank()) {
      problems.accept("api_key", "must not be blank; leave it out where none is needed");
    }
  }

  private void contextPolicy(ContextWindowPolicy policy) {
    range("context_policy.max_context_tokens", policy.maxContextTokens(), 1, Integer.MAX_VALUE);
    range(
        "context_policy.max_output_tokens",
        policy.maxOutputTokens(),
        1,
        Math.max(1, policy.maxContextTokens()));
    range("context_policy.min_recent_messages", policy.minRecentMessages(), 0, Integer.MAX_VALUE);
  }

  private void required(String field, String value) {
    if (value == null || value.isBlank()) {
      problems.accept(field, "is required");
    }
  }

  private void range(String field, int value, int min, int max) {
    if (value < min || value > max) {
      problems.accept(field, "must be " + min + " to " + max);
    }
  }

  /** Whether a text is an absolute http or https address with a host. */
  static boolean isHttp(String address) {
    try {
      URI uri = URI.create(address);
      return Set.of("http", "https").contains(String.valueOf(uri.getScheme()))
          && uri.getHost() != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
