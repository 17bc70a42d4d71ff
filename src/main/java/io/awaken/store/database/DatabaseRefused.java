package io.awaken.store.database;

/**
 * The configured database is unusable. The message names in one line what the operator must change,
 * without passwords.
 */
public final class DatabaseRefused extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public DatabaseRefused(String message) {
    super(message);
  }

  /** A refusal with the driver's exception. */
  public DatabaseRefused(String message, Throwable cause) {
    super(message, cause);
  }
}
