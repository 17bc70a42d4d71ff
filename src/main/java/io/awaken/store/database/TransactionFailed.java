package io.awaken.store.database;

import io.awaken.core.store.StoreUnavailable;

/**
 * A transaction did not commit, or its outcome is unknown; in that case its cause is a {@link
 * StoreUnavailable}.
 */
public final class TransactionFailed extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean outcomeUnknown;

  private TransactionFailed(String message, Throwable cause, boolean outcomeUnknown) {
    super(message, cause);
    this.outcomeUnknown = outcomeUnknown;
  }

  static TransactionFailed rolledBack(String message, Throwable cause) {
    return new TransactionFailed(message, cause, false);
  }

  static TransactionFailed unknown(Throwable cause) {
    return new TransactionFailed(
        "The commit was not confirmed: check its mark before repeating",
        new StoreUnavailable("the database did not confirm a commit", cause),
        true);
  }

  /**
   * Returns whether the rows may have been written, for example because the connection broke during
   * the commit. The caller must read its own mark in a new transaction before it repeats anything.
   *
   * @return false when the transaction was certainly rolled back
   */
  public boolean outcomeUnknown() {
    return outcomeUnknown;
  }
}
