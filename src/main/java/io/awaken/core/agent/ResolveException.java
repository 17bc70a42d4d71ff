package io.awaken.core.agent;

/** An agent that cannot be put together (features row 39); the message is fit for clients. */
public final class ResolveException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What is missing. */
  public enum Kind {
    AGENT_NOT_FOUND,
    MODEL_NOT_FOUND,
    PROVIDER_NOT_FOUND,
    PLUGIN_NOT_FOUND
  }

  private final Kind kind;

  ResolveException(Kind kind, String message) {
    super(message);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
