package io.awaken.config.registry;

/** The parts do not form a registry (features row 30); the message is fit for an operator. */
public final class RegistryException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** The kind of conflict. */
  public enum Kind {
    ADAPTER_CONFLICT,
    AGENT_CONFLICT,
    MODEL_CONFLICT,
    PROVIDER_CONFLICT,
    TOOL_CONFLICT,
    INVALID_TOOL
  }

  private final Kind kind;

  RegistryException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
