package io.awaken.store.database;

/**
 * The configured database cannot be used as it is. The message is one line for the operator that
 * says what to change; it never holds a password.
 */
public final class DatabaseRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DatabaseRefused(String message) {
    super(message);
  }

  /** A refusal for a reason that the driver gave. */
  public DatabaseRefused(String message, Throwable cause) {
    super(message, cause);
  }
}
