package io.awaken.core.store.run;

/** A tool's transaction was rolled back: its rows and the result were not stored. */
public final class RolledBack extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param cause null when the rollback was requested
   */
  public RolledBack(String message, Throwable cause) {
    super(message, cause);
  }
}
