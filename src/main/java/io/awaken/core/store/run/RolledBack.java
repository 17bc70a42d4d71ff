package io.awaken.core.store.run;

/** A tool's transaction is over and nothing of it was kept: neither its rows nor the result. */
public final class RolledBack extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param cause why; null when it was asked for
   */
  public RolledBack(String message, Throwable cause) {
    super(message, cause);
  }
}
