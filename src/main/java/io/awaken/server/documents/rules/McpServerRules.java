package io.awaken.server.documents.rules;

import io.awaken.core.outbound.OutboundRequest;
import io.awaken.core.spec.McpSampling;
import io.awaken.core.spec.McpServerSpec;
import io.awaken.core.spec.McpTrust;
import io.awaken.core.spec.Secret;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/** Rules of an MCP server's document (features row 1070). */
final class McpServerRules {

  /** Headers that only the protocol may set. */
  private static final Set<String> OF_THE_PROTOCOL =
      Set.of("accept", "content-type", "mcp-session-id", "mcp-protocol-version", "mcp-method");

  private final BiConsumer<String, String> problems;

  McpServerRules(BiConsumer<String, String> problems) {
    this.problems = problems;
  }

  void check(McpServerSpec server) {
    if (!McpServerSpec.isId(server.id())) {
      problems.accept(
          "id",
          "must have 1 to "
              + McpServerSpec.MAX_ID
              + " letters, digits and '-', with single '_' between them");
    }
    if (server.transport() == null) {
      problems.accept("transport", "is required: http or stdio");
    } else if (server.transport() == McpServerSpec.Transport.HTTP) {
      http(server);
      if (server.auth() != null) {
        new McpAuthRules(problems).check(server);
      }
    } else {
      stdio(server);
      none("auth", server.auth() != null, "stdio");
    }
    timeouts(server.timeoutMs(), server.maxTimeoutMs());
    sampling(server.sampling());
    if (server.revision() != null && !McpServerSpec.REVISIONS.contains(server.revision())) {
      problems.accept("revision", "must be one of " + String.join(", ", McpServerSpec.REVISIONS));
    }
    new TreeSet<>(server.trust().tools().entrySet().stream().map(Map.Entry::getKey).toList())
        .stream()
            .filter(tool -> !McpTrust.isHash(server.trust().tools().get(tool)))
            .forEach(
                tool ->
                    problems.accept(
                        "trust.tools." + tool, "must be a SHA-256 hash of 64 digits 0-9, a-f"));
  }

  private void timeouts(int timeout, int most) {
    if (timeout < SpecLimits.MIN_MCP_TIMEOUT_MS || timeout > SpecLimits.MAX_MCP_TIMEOUT_MS) {
      problems.accept(
          "timeout_ms",
          "must be " + SpecLimits.MIN_MCP_TIMEOUT_MS + " to " + SpecLimits.MAX_MCP_TIMEOUT_MS);
    } else if (most < timeout || most > SpecLimits.MAX_MCP_PROGRESS_TIMEOUT_MS) {
      problems.accept(
          "max_timeout_ms",
          "must be at least timeout_ms ("
              + timeout
              + ") and at most "
              + SpecLimits.MAX_MCP_PROGRESS_TIMEOUT_MS);
    }
  }

  private void sampling(McpSampling sampling) {
    within("sampling.max_tokens", sampling.maxTokens(), SpecLimits.MAX_MCP_SAMPLING_TOKENS);
    within("sampling.max_requests", sampling.maxRequests(), SpecLimits.MAX_MCP_SAMPLING_REQUESTS);
  }

  private void within(String field, int value, int most) {
    if (value < 1 || value > most) {
      problems.accept(field, "must be 1 to " + most);
    }
  }

  private void http(McpServerSpec server) {
    if (server.url() == null || !SpecRules.isHttp(server.url())) {
      problems.accept("url", "must be an http or https address");
    }
    none("command", server.command() != null, "http");
    none("args", !server.args().isEmpty(), "http");
    none("env", !server.env().isEmpty(), "http");
    atMost("headers", server.headers().keySet());
    for (Map.Entry<String, Secret> header : server.headers().entrySet()) {
      String name = header.getKey();
      if (OF_THE_PROTOCOL.contains(name.toLowerCase())) {
        problems.accept("headers." + name, "is set by the protocol; remove it");
      } else if (!OutboundRequest.sendable(name, header.getValue().reveal())) {
        problems.accept("headers." + name, "cannot be sent");
      }
    }
  }

  private void stdio(McpServerSpec server) {
    if (server.command() == null || server.command().isBlank()) {
      problems.accept("command", "is required");
    }
    none("url", server.url() != null, "stdio");
    none("headers", !server.headers().isEmpty(), "stdio");
    atMost("args", server.args());
    atMost("env", server.env().keySet());
    for (Map.Entry<String, Secret> variable : server.env().entrySet()) {
      String name = variable.getKey();
      if (name.isEmpty()
          || name.indexOf('=') >= 0
          || name.indexOf(0) >= 0
          || variable.getValue().reveal().indexOf(0) >= 0) {
        problems.accept("env." + name, "is not a name of an environment variable");
      }
    }
  }

  private void none(String field, boolean set, String transport) {
    if (set) {
      problems.accept(field, "does not apply to transport " + transport + "; remove it");
    }
  }

  private void atMost(String field, Collection<?> entries) {
    if (entries.size() > SpecLimits.MAX_ENTRIES) {
      problems.accept(field, "must have at most " + SpecLimits.MAX_ENTRIES + " entries");
    }
  }
}
