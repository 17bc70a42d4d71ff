package io.awaken.store.jpa.statement;

import io.awaken.store.database.Transactions;
import io.awaken.store.database.Transactions.TransactionFailed;
import jakarta.persistence.EntityManager;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Resolves ambiguous commits. The transaction runs again in a new one and must recognise by its own
 * mark (commit id, claim token, run id) that the first attempt succeeded.
 */
public final class AmbiguousCommits {
  private static final System.Logger LOG = System.getLogger(AmbiguousCommits.class.getName());
  private static final int LOOKS = 3;

  private AmbiguousCommits() {}

  /**
   * Runs the transaction until its outcome is known. A pending interrupt of a stopped tool is
   * deferred, since it would break the connection.
   */
  public static <T> T settle(Supplier<T> transaction) {
    boolean interrupted = Thread.interrupted();
    try {
      return repeat(transaction);
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Runs a separate transaction until its outcome is known. */
  public static <T> T call(Transactions transactions, Function<EntityManager, T> work) {
    return settle(() -> transactions.call(work));
  }

  private static <T> T repeat(Supplier<T> transaction) {
    for (int look = 1; ; look++) {
      try {
        return transaction.get();
      } catch (TransactionFailed e) {
        if (!e.outcomeUnknown() || look == LOOKS) {
          throw e;
        }
        LOG.log(
            System.Logger.Level.WARNING,
            "The answer to a commit was lost; checking whether it was written: {0}",
            e.getMessage());
      }
    }
  }
}
