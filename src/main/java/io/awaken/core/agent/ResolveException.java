package io.awaken.core.agent;

import java.util.List;

/** Carries a {@link ResolveError}; the message is fit for clients. */
public final class ResolveException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The error, for programs. */
  public enum Kind {
    AGENT_NOT_FOUND,
    MODEL_NOT_FOUND,
    PROVIDER_NOT_FOUND,
    PLUGIN_NOT_FOUND,
    INVALID_PLUGIN_CONFIG,
    CAPABILITY_MISMATCH,
    INVALID_DELEGATE,
    INVALID_RESPONSE_FORMAT,
    TOOL_ID_CONFLICT,
    ENV_BUILD,
    PINNED_VERSION_UNAVAILABLE
  }

  private final transient ResolveError error;
  private final Kind kind;

  ResolveException(ResolveError error) {
    super(error.message());
    this.error = error;
    this.kind = error.kind();
  }

  /** A pinned agent of a run lacks this part. */
  public static ResolveException unavailable(String agentId, String missing) {
    return new ResolveException(
        new ResolveError.PinnedVersionUnavailable(agentId, List.of(missing)));
  }

  public ResolveError error() {
    return error;
  }

  public Kind kind() {
    return kind;
  }
}
