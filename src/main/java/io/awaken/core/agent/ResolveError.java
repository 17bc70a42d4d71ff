package io.awaken.core.agent;

import io.awaken.core.agent.ResolveException.Kind;
import io.awaken.core.state.StateError;
import java.util.List;

/** Why an agent cannot be resolved (features row 39). Compared by kind and fields. */
public sealed interface ResolveError {

  /** The error, for programs. */
  default Kind kind() {
    return switch (this) {
      case AgentNotFound e -> Kind.AGENT_NOT_FOUND;
      case ModelNotFound e -> Kind.MODEL_NOT_FOUND;
      case ProviderNotFound e -> Kind.PROVIDER_NOT_FOUND;
      case PluginNotFound e -> Kind.PLUGIN_NOT_FOUND;
      case InvalidPluginConfig e -> Kind.INVALID_PLUGIN_CONFIG;
      case CapabilityMismatch e -> Kind.CAPABILITY_MISMATCH;
      case InvalidDelegate e -> Kind.INVALID_DELEGATE;
      case InvalidResponseFormat e -> Kind.INVALID_RESPONSE_FORMAT;
      case ToolIdConflict e -> Kind.TOOL_ID_CONFLICT;
      case PinnedVersionUnavailable e -> Kind.PINNED_VERSION_UNAVAILABLE;
      case EnvBuild e -> Kind.ENV_BUILD;
    };
  }

  /** A message fit for clients: of the values of a section it contains at most ids of agents. */
  default String message() {
    return switch (this) {
      case AgentNotFound e -> "agent not found: " + e.agentId();
      case ModelNotFound e -> "agent " + e.agentId() + " names an unknown model: " + e.modelId();
      case ProviderNotFound e ->
          "model "
              + e.modelId()
              + " of agent "
              + e.agentId()
              + " names an unknown provider: "
              + e.providerId();
      case PluginNotFound e -> "agent " + e.agentId() + " names an unknown plugin: " + e.plugin();
      case InvalidPluginConfig e ->
          "section "
              + e.key()
              + " of agent "
              + e.agentId()
              + " does not fit "
              + e.plugin()
              + ": "
              + e.reason();
      case CapabilityMismatch e -> "agent " + e.agentId() + ": " + e.field() + ": " + e.reason();
      case InvalidDelegate e -> "agent " + e.agentId() + ": " + e.field() + " " + e.reason();
      case InvalidResponseFormat e -> "agent " + e.agentId() + ": " + e.field() + " " + e.reason();
      case ToolIdConflict e ->
          "agent "
              + e.agentId()
              + " has the tool "
              + e.toolId()
              + " from "
              + e.sourceA()
              + " and "
              + e.sourceB();
      case PinnedVersionUnavailable e ->
          "the run began with another version of agent "
              + e.agentId()
              + ", which needs parts that are no longer available: "
              + String.join(", ", e.missing());
      case EnvBuild e ->
          "the plugins of agent " + e.agentId() + " do not go together: " + e.error().message();
    };
  }

  record AgentNotFound(String agentId) implements ResolveError {}

  record ModelNotFound(String agentId, String modelId) implements ResolveError {}

  record ProviderNotFound(String agentId, String modelId, String providerId)
      implements ResolveError {}

  record PluginNotFound(String agentId, String plugin) implements ResolveError {}

  /**
   * A section is invalid.
   *
   * @param plugin the plugin that reads the section
   * @param key the section
   * @param reason the position and the reason
   */
  record InvalidPluginConfig(String agentId, String plugin, String key, String reason)
      implements ResolveError {}

  /**
   * The backend of a remote agent does not exist, or cannot do what the agent or a request needs.
   *
   * @param field field of the document or the request, in snake case
   */
  record CapabilityMismatch(String agentId, String field, String reason) implements ResolveError {}

  /**
   * A delegate cannot be called.
   *
   * @param field field of the document, such as {@code delegates[0]}
   */
  record InvalidDelegate(String agentId, String field, String reason) implements ResolveError {}

  /**
   * The response format is invalid.
   *
   * @param field field of the document, such as {@code response_format.schema}
   */
  record InvalidResponseFormat(String agentId, String field, String reason)
      implements ResolveError {}

  /**
   * Two sources have tools with the same id.
   *
   * @param sourceA the source that was first
   * @param sourceB the conflicting source
   */
  record ToolIdConflict(String agentId, String toolId, String sourceA, String sourceB)
      implements ResolveError {}

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
  }

  /** Its plugins are incompatible. */
  record EnvBuild(String agentId, StateError error) implements ResolveError {}
}
