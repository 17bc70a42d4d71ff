package io.awaken.server.documents.rules;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.Share;
import io.awaken.core.run.Sharing;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ContextWindowPolicy;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.ModelPoolSpec;
import io.awaken.core.spec.ModelSpec;
import io.awaken.core.spec.PromptSpec;
import io.awaken.core.spec.ProviderSpec;
import io.awaken.core.spec.RemoteEndpoint;
import io.awaken.core.spec.ResourceSpec;
import java.net.URI;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;

/** Semantic rules within one document; reports field and reason of each violation. */
public final class SpecRules {

  private final BiConsumer<String, String> problems;

  public SpecRules(BiConsumer<String, String> problems) {
    this.problems = problems;
  }

  public void agent(AgentSpec agent) {
    if (agent.endpoint() == null) {
      required("model_id", agent.modelId());
    } else {
      endpoint(agent.endpoint());
    }
    range("max_rounds", agent.maxRounds(), 1, SpecLimits.MAX_ROUNDS);
    range(
        "max_continuation_retries",
        agent.maxContinuationRetries(),
        0,
        SpecLimits.MAX_CONTINUATION_RETRIES);
    range("response_retries", agent.responseRetries(), 0, SpecLimits.MAX_RESPONSE_RETRIES);
    if (agent.description() != null && agent.description().length() > SpecLimits.MAX_DESCRIPTION) {
      problems.accept(
          "description", "must have at most " + SpecLimits.MAX_DESCRIPTION + " characters");
    }
    if (agent.contextPolicy() != null && agent.contextPolicy() != ContextWindowPolicy.OFF) {
      contextWindow(agent.contextPolicy());
    }
    unsupported("delegates", !agent.delegates().isEmpty());
    lists(agent);
    stopConditions(agent.stopConditions());
    share(agent.share());
  }

  private void share(List<AgentSpec.Shared> entries) {
    atMost("share", entries, Sharing.MAX_ENTRIES);
    for (int i = 0; i < entries.size(); i++) {
      try {
        Share.of(entries.get(i));
      } catch (IllegalArgumentException e) {
        problems.accept("share[" + i + "]", e.getMessage());
      }
    }
  }

  private void contextWindow(ContextWindowPolicy policy) {
    int context = policy.maxContextTokens();
    int output = policy.maxOutputTokens();
    range("context_policy.max_context_tokens", context, 1, SpecLimits.MAX_CONTEXT_TOKENS);
    range("context_policy.max_output_tokens", output, 1, SpecLimits.MAX_CONTEXT_TOKENS);
    range(
        "context_policy.min_recent_messages",
        policy.minRecentMessages(),
        1,
        SpecLimits.MAX_RECENT_MESSAGES);
    if (context >= 1 && output >= context) {
      problems.accept(
          "context_policy.max_output_tokens",
          "is %d and must be less than max_context_tokens, which is %d".formatted(output, context));
    }
    compaction(policy);
  }

  private void compaction(ContextWindowPolicy policy) {
    range(
        "context_policy.compaction_raw_suffix_messages",
        policy.compactionRawSuffixMessages(),
        0,
        SpecLimits.MAX_RECENT_MESSAGES);
    Integer threshold = policy.autocompactThreshold();
    if (threshold == null) {
      return;
    }
    String field = "context_policy.autocompact_threshold";
    range(field, threshold, 1, SpecLimits.MAX_CONTEXT_TOKENS);
    int context = policy.maxContextTokens();
    if (threshold >= 1 && context >= 1 && threshold > context) {
      problems.accept(
          field,
          "is %d and must be at most max_context_tokens, which is %d"
              .formatted(threshold, context));
    }
  }

  private void lists(AgentSpec agent) {
    atMost("plugin_ids", agent.pluginIds(), SpecLimits.MAX_ENTRIES);
    atMost("active_hook_filter", agent.activeHookFilter(), SpecLimits.MAX_ENTRIES);
    atMost("allowed_tools", agent.allowedTools(), SpecLimits.MAX_ENTRIES);
    atMost("allowed_tool_patterns", agent.allowedToolPatterns(), SpecLimits.MAX_ENTRIES);
    atMost("excluded_tools", agent.excludedTools(), SpecLimits.MAX_ENTRIES);
    atMost("excluded_tool_patterns", agent.excludedToolPatterns(), SpecLimits.MAX_ENTRIES);
    atMost("mcp_servers", agent.mcpServers(), SpecLimits.MAX_ENTRIES);
    atMost("stop_conditions", agent.stopConditions(), SpecLimits.MAX_STOP_CONDITIONS);
  }

  private void atMost(String field, Collection<?> entries, int max) {
    if (entries != null && entries.size() > max) {
      problems.accept(field, "must have at most " + max + " entries");
    }
  }

  /** Checks only their form; the plugin that stops runs checks types. */
  private void stopConditions(List<JsonNode> conditions) {
    for (int i = 0; i < conditions.size(); i++) {
      if (!conditions.get(i).path("type").isTextual()) {
        problems.accept("stop_conditions[" + i + "]", "must be an object with a type");
      }
    }
  }

  private void endpoint(RemoteEndpoint endpoint) {
    required("endpoint.backend", endpoint.backend());
    if (endpoint.baseUrl() == null || !isHttp(endpoint.baseUrl())) {
      problems.accept("endpoint.base_url", "must be an http or https address");
    }
    long timeout = endpoint.timeoutMs();
    if (timeout < 1 || timeout > SpecLimits.MAX_ENDPOINT_TIMEOUT_MS) {
      problems.accept("endpoint.timeout_ms", "must be 1 to " + SpecLimits.MAX_ENDPOINT_TIMEOUT_MS);
    }
  }

  public void model(ModelSpec model) {
    required("provider_id", model.providerId());
    required("upstream_model", model.upstreamModel());
    range("context_window", model.contextWindow(), SpecLimits.MAX_CONTEXT_TOKENS);
    range("max_output_tokens", model.maxOutputTokens(), SpecLimits.MAX_CONTEXT_TOKENS);
    new ModelRules(problems).check(model);
  }

  public void pool(ModelPoolSpec pool) {
    List<ModelPoolSpec.Member> members = pool.members();
    if (members.stream().noneMatch(member -> member.role() == ModelPoolSpec.Role.HOME)) {
      problems.accept("members", "must have at least one with the role home");
    }
    atMost("members", members, SpecLimits.MAX_POOL_MEMBERS);
    range("switch_budget", pool.switchBudget(), 0, SpecLimits.MAX_POOL_MEMBERS);
    var known = new HashSet<String>();
    for (int i = 0; i < members.size(); i++) {
      ModelPoolSpec.Member member = members.get(i);
      String at = "members[" + i + "].";
      required(at + "model_id", member.modelId());
      range(at + "weight", member.weight(), 1, SpecLimits.MAX_POOL_WEIGHT);
      if (member.modelId() != null && !known.add(member.modelId())) {
        problems.accept(at + "model_id", "'" + member.modelId() + "' is already a member");
      }
    }
  }

  public void provider(ProviderSpec provider) {
    required("adapter", provider.adapter());
    range("timeout_secs", provider.timeoutSecs(), 1, SpecLimits.MAX_TIMEOUT_SECS);
    if (provider.baseUrl() != null && !isHttp(provider.baseUrl())) {
      problems.accept("base_url", "must be an http or https address");
    }
    if (provider.apiKey() != null && provider.apiKey().reveal().isBlank()) {
      problems.accept("api_key", "must not be blank; remove it if none is needed");
    }
  }

  public void mcpServer(McpServerSpec server) {
    new McpServerRules(problems).check(server);
  }

  public void prompt(PromptSpec prompt) {
    new PromptRules(problems).check(prompt);
  }

  public void resource(ResourceSpec resource) {
    new ResourceRules(problems).check(resource);
  }

  /** A field without effect would make an agent differ from its document. */
  private void unsupported(String field, boolean set) {
    if (set) {
      problems.accept(field, "is not supported by this release; remove it");
    }
  }

  private void required(String field, String value) {
    if (value == null || value.isBlank()) {
      problems.accept(field, "is required");
    }
  }

  private void range(String field, Integer value, int max) {
    if (value != null) {
      range(field, value, 1, max);
    }
  }

  private void range(String field, int value, int min, int max) {
    if (value < min || value > max) {
      problems.accept(field, "must be " + min + " to " + max);
    }
  }

  /** Whether a text is an absolute http or https address with a host. */
  public static boolean isHttp(String address) {
    try {
      URI uri = URI.create(address);
      return Set.of("http", "https").contains(String.valueOf(uri.getScheme()))
          && uri.getHost() != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }
}
