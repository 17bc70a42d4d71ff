package io.awaken.store.database;

import io.awaken.core.store.StoreUnavailable;

/**
 * A transaction did not commit, or nobody knows whether it did. In the second case its cause is a
 * {@link StoreUnavailable}.
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
        "The commit was not confirmed: read again before repeating",
        new StoreUnavailable("the database did not confirm a commit", cause),
        true);
  }

  /**
   * Whether the rows may have been written after all, for example because the connection broke
   * while the commit was under way. The caller reads its own mark in a new transaction before it
   * repeats anything.
   *
   * @return false when the transaction was certainly rolled back
   */
  public boolean outcomeUnknown() {
    return outcomeUnknown;
  }
}
