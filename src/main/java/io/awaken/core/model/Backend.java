package io.awaken.core.model;

import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.spec.RemoteEndpoint;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Executes agents that have an {@code endpoint} (features rows 17, 23, 199). Their runs are
 * accepted, claimed, committed and ended like all others, but an answer of the backend replaces the
 * call of a model. Agents without an endpoint are executed by the runtime itself. Thread-safe.
 */
public interface Backend {

  /** The option of an endpoint that names the capabilities that the agent needs. */
  String REQUIRES = "requires";

  /** What a backend may be able to do. */
  enum Capability {
    /** Stops the agent when the run is cancelled. */
    CANCEL,
    /** Continues the agent's own conversation in the next run of a thread. */
    CONTINUE,
    /** Passes on questions of the agent, and their answers. */
    DECIDE,
    /** Takes model, instructions, tools and answer format from this server. */
    OVERRIDE,
    /** Finds the agent's work again after this server was restarted. */
    WAIT;

    @JsonValue
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Why a backend cannot execute an agent.
   *
   * @param field field of the agent's document, in snake case
   * @param reason what is wrong with it, fit for clients
   */
  record Mismatch(String field, String reason) {}

  /** The value of {@code endpoint.backend}. */
  String kind();

  /** What it can do. */
  Set<Capability> profile();

  /**
   * Checks an endpoint without connecting to it.
   *
   * @return empty when it is valid
   */
  default Optional<Mismatch> refuses(RemoteEndpoint endpoint) {
    return Optional.empty();
  }

  /**
   * Opens an agent without connecting to it. Its executor reads the new messages of the request:
   * those after the last answer. It gets, and stores, its progress through {@link
   * LlmListener#remote}.
   *
   * @param endpoint one that is not {@linkplain #refuses refused}
   */
  LlmExecutor agent(String agentId, RemoteEndpoint endpoint);

  /** Why this backend cannot execute an agent with an endpoint, as the first of its fields. */
  default Optional<Mismatch> mismatch(AgentSpec agent) {
    RemoteEndpoint endpoint = agent.endpoint();
    int index = 0;
    for (JsonNode needed : endpoint.options().getOrDefault(REQUIRES, Fields.NONE)) {
      if (profile().stream().noneMatch(each -> each.wire().equals(needed.asText()))) {
        return Optional.of(
            new Mismatch(
                "endpoint.options.requires[" + index + "]",
                "the backend %s cannot %s; it can %s"
                    .formatted(kind(), needed.asText(), Fields.names(profile()))));
      }
      index++;
    }
    if (!profile().contains(Capability.OVERRIDE)) {
      for (Map.Entry<String, Boolean> field : Fields.overriding(agent).entrySet()) {
        if (field.getValue()) {
          return Optional.of(
              new Mismatch(field.getKey(), "the backend " + kind() + " cannot override it"));
        }
      }
    }
    return refuses(endpoint);
  }

  /** Fields of agents that a backend must be able to override. */
  static final class Fields {

    private static final JsonNode NONE = JsonNodeFactory.instance.arrayNode();

    private Fields() {}

    /** Whether an agent sets them, by name. */
    private static Map<String, Boolean> overriding(AgentSpec agent) {
      var set = new TreeMap<String, Boolean>();
      set.put("model_id", agent.modelId() != null);
      set.put("system_prompt", agent.systemPrompt() != null);
      set.put("response_format", agent.responseFormat() != null);
      set.put("allowed_tools", agent.allowedTools() != null);
      set.put("allowed_tool_patterns", agent.allowedToolPatterns() != null);
      set.put("mcp_servers", !agent.mcpServers().isEmpty());
      return set;
    }

    private static String names(Set<Capability> profile) {
      return String.join(", ", profile.stream().map(Capability::wire).sorted().toList());
    }
  }
}
