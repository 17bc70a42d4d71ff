package io.awaken.runtime;

/** Carries a {@link RuntimeError}; nothing was started. */
public final class AgentRuntimeException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient RuntimeError error;

  AgentRuntimeException(RuntimeError error, Throwable cause) {
    super(error.message(), cause);
    this.error = error;
  }

  public RuntimeError error() {
    return error;
  }
}
