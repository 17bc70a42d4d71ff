package io.awaken.config.rules;

import io.awaken.core.outbound.AddressRefused;
import io.awaken.core.outbound.OutboundRequest;
import io.awaken.core.outbound.TargetRules;
import io.awaken.core.run.Share;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.ContextWindowPolicy;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.ModelPoolSpec;
import io.awaken.core.spec.PromptSpec;
import io.awaken.core.spec.ResourceSpec;
import io.awaken.core.spec.Secret;
import io.awaken.core.spec.WebhookSpec;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Rules within one document that its {@link DocumentSchema} cannot express, such as comparisons of
 * two fields; reports field and reason of each violation.
 */
public final class SpecRules {

  /** Headers that only the protocol may set. */
  private static final Set<String> OF_THE_PROTOCOL =
      Set.of("accept", "content-type", "mcp-session-id", "mcp-protocol-version", "mcp-method");

  private final BiConsumer<String, String> problems;

  public SpecRules(BiConsumer<String, String> problems) {
    this.problems = problems;
  }

  public void agent(AgentSpec agent) {
    if (agent.contextPolicy() != null && agent.contextPolicy() != ContextWindowPolicy.OFF) {
      contextWindow(agent.contextPolicy());
    }
    for (int i = 0; i < agent.share().size(); i++) {
      try {
        Share.of(agent.share().get(i));
      } catch (IllegalArgumentException e) {
        problems.accept("share[" + i + "]", e.getMessage());
      }
    }
  }

  private void contextWindow(ContextWindowPolicy policy) {
    int context = policy.maxContextTokens();
    if (policy.maxOutputTokens() >= context) {
      problems.accept(
          "context_policy.max_output_tokens",
          "is %d and must be less than max_context_tokens, which is %d"
              .formatted(policy.maxOutputTokens(), context));
    }
    Integer threshold = policy.autocompactThreshold();
    if (threshold != null && threshold > context) {
      problems.accept(
          "context_policy.autocompact_threshold",
          "is %d and must be at most max_context_tokens, which is %d"
              .formatted(threshold, context));
    }
  }

  public void pool(ModelPoolSpec pool) {
    var known = new HashSet<String>();
    for (int i = 0; i < pool.modelIds().size(); i++) {
      String model = pool.modelIds().get(i);
      if (!known.add(model)) {
        problems.accept("members[" + i + "].model_id", "'" + model + "' is already a member");
      }
    }
  }

  public void mcpServer(McpServerSpec server) {
    if (server.maxTimeoutMs() < server.timeoutMs()) {
      problems.accept("max_timeout_ms", "must be at least timeout_ms (" + server.timeoutMs() + ")");
    }
    for (Map.Entry<String, Secret> header : server.headers().entrySet()) {
      String name = header.getKey();
      if (OF_THE_PROTOCOL.contains(name.toLowerCase())) {
        problems.accept("headers." + name, "is set by the protocol; remove it");
      } else if (!OutboundRequest.sendable(name, header.getValue().reveal())) {
        problems.accept("headers." + name, "cannot be sent");
      } else if (server.auth() != null && name.equalsIgnoreCase("authorization")) {
        problems.accept("auth", "conflicts with the header Authorization; remove one");
      }
    }
  }

  /**
   * @param addresses the rules for addresses that lead outside
   */
  public void webhook(WebhookSpec webhook, TargetRules addresses) {
    try {
      addresses.check(new URI(webhook.url()));
    } catch (URISyntaxException e) {
      problems.accept("url", "is not an address");
    } catch (AddressRefused e) {
      problems.accept("url", e.getMessage());
    }
    try {
      webhook.key();
    } catch (IllegalArgumentException e) {
      problems.accept("secret", e.getMessage());
    }
  }

  public void prompt(PromptSpec prompt) {
    new TemplateRules(problems).check(prompt);
  }

  public void resource(ResourceSpec resource) {
    new TemplateRules(problems).check(resource);
  }
}
