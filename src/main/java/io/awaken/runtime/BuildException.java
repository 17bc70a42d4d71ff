package io.awaken.runtime;

/** Parts that do not make a runtime (features rows 26-27, 30). */
public final class BuildException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What does not fit. */
  public enum Kind {
    /** A plugin's keys or handlers. */
    STATE,
    AGENT_REGISTRY_CONFLICT,
    /** Two tools of one id, a tool under another id than its own, or one that cannot be used. */
    TOOL_REGISTRY_CONFLICT,
    MODEL_REGISTRY_CONFLICT,
    /** Two providers of one id, or one that its adapter refuses. */
    PROVIDER_REGISTRY_CONFLICT,
    /** Two plugins of one name, or one that cannot be used. */
    PLUGIN_REGISTRY_CONFLICT,
    /** An agent that cannot be put together. */
    VALIDATION_FAILED
  }

  private final Kind kind;

  BuildException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
  }

  public Kind kind() {
    return kind;
  }
}
