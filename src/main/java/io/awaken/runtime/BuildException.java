package io.awaken.runtime;

/** The parts do not form a valid runtime (features rows 26-27, 29-30). */
public final class BuildException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** What conflicts. */
  public enum Kind {
    /** A plugin's keys or handlers. */
    STATE,
    AGENT_REGISTRY_CONFLICT,
    /** Two tools with one id, a tool under another id than its own, or an unusable tool. */
    TOOL_REGISTRY_CONFLICT,
    MODEL_REGISTRY_CONFLICT,
    /** Two providers with one id, or one that its adapter refuses. */
    PROVIDER_REGISTRY_CONFLICT,
    /** Two plugins with one name, or an unusable plugin. */
    PLUGIN_REGISTRY_CONFLICT,
    /** An agent that does not resolve. */
    VALIDATION_FAILED,
    /** A server whose agents were not found in time. */
    DISCOVERY_FAILED
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
