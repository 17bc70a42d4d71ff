package io.awaken.core.agent;

import io.awaken.core.agent.ResolveException.Kind;
import io.awaken.core.state.StateError;
import java.util.List;

/** Why an agent cannot be resolved (features row 39). Compared by kind and fields. */
public sealed interface ResolveError {

  Kind kind();

  /** A message fit for clients: it contains no value of a section. */
  String message();

  record AgentNotFound(String agentId) implements ResolveError {
    @Override
    public Kind kind() {
      return Kind.AGENT_NOT_FOUND;
    }

    @Override
    public String message() {
      return "agent not found: " + agentId;
    }
  }

  record ModelNotFound(String agentId, String modelId) implements ResolveError {
    @Override
    public Kind kind() {
      return Kind.MODEL_NOT_FOUND;
    }

    @Override
    public String message() {
      return "agent " + agentId + " names an unknown model: " + modelId;
    }
  }

  record ProviderNotFound(String agentId, String modelId, String providerId)
      implements ResolveError {
    @Override
    public Kind kind() {
      return Kind.PROVIDER_NOT_FOUND;
    }

    @Override
    public String message() {
      return "model "
          + modelId
          + " of agent "
          + agentId
          + " names an unknown provider: "
          + providerId;
    }
  }

  record PluginNotFound(String agentId, String plugin) implements ResolveError {
    @Override
    public Kind kind() {
      return Kind.PLUGIN_NOT_FOUND;
    }

    @Override
    public String message() {
      return "agent " + agentId + " names an unknown plugin: " + plugin;
    }
  }

  /**
   * A section is invalid.
   *
   * @param plugin the plugin that reads the section
   * @param key the section
   * @param reason the position and the reason
   */
  record InvalidPluginConfig(String agentId, String plugin, String key, String reason)
      implements ResolveError {
    @Override
    public Kind kind() {
      return Kind.INVALID_PLUGIN_CONFIG;
    }

    @Override
    public String message() {
      return "section " + key + " of agent " + agentId + " does not fit " + plugin + ": " + reason;
    }
  }

  record RemoteAgentNotDirectlyRunnable(String agentId) implements ResolveError {
    @Override
    public Kind kind() {
      return Kind.REMOTE_AGENT_NOT_DIRECTLY_RUNNABLE;
    }

    @Override
    public String message() {
      return "agent " + agentId + " is remote; it can be delegated to, not run";
    }
  }

  /**
   * The agent's document sets an unsupported field. Refused rather than ignored, since the agent
   * would not behave as documented.
   *
   * @param field field of the document, in snake case
   */
  record UnsupportedField(String agentId, String field) implements ResolveError {
    @Override
    public Kind kind() {
      return Kind.UNSUPPORTED_FIELD;
    }

    @Override
    public String message() {
      return "agent " + agentId + " sets " + field + ", which this release does not support yet";
    }
  }

  /**
   * The response format is invalid.
   *
   * @param field field of the document, such as {@code response_format.schema}
   */
  record InvalidResponseFormat(String agentId, String field, String reason)
      implements ResolveError {
    @Override
    public Kind kind() {
      return Kind.INVALID_RESPONSE_FORMAT;
    }

    @Override
    public String message() {
      return "agent " + agentId + ": " + field + " " + reason;
    }
  }

  /**
   * Two sources have tools with the same id.
   *
   * @param sourceA the source that was first
   * @param sourceB the conflicting source
   */
  record ToolIdConflict(String agentId, String toolId, String sourceA, String sourceB)
      implements ResolveError {
    @Override
    public Kind kind() {
      return Kind.TOOL_ID_CONFLICT;
    }

    @Override
    public String message() {
      return "agent "
          + agentId
          + " has the tool "
          + toolId
          + " from "
          + sourceA
          + " and "
          + sourceB;
    }
  }

  /**
   * A part of the agent's pinned version is missing.
   *
   * @param missing the missing parts with their kinds, such as {@code plugin audit} or {@code tool
   *     refund}
   */
  record PinnedVersionUnavailable(String agentId, List<String> missing) implements ResolveError {
    public PinnedVersionUnavailable {
      missing = List.copyOf(missing);
    }

    @Override
    public Kind kind() {
      return Kind.PINNED_VERSION_UNAVAILABLE;
    }

    @Override
    public String message() {
      return "the run began with another version of agent "
          + agentId
          + ", which needs parts that are no longer available: "
          + String.join(", ", missing);
    }
  }

  /** Its plugins are incompatible. */
  record EnvBuild(String agentId, StateError error) implements ResolveError {
    @Override
    public Kind kind() {
      return Kind.ENV_BUILD;
    }

    @Override
    public String message() {
      return "the plugins of agent " + agentId + " do not go together: " + error.message();
    }
  }
}
