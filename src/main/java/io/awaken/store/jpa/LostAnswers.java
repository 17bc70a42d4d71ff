package io.awaken.store.jpa;

import io.awaken.store.database.TransactionFailed;
import java.util.function.Supplier;

/**
 * Clears up commits whose answer was lost. The transaction runs again, in a new one, and must
 * recognise by its own mark (commit id, claim token, run id) that it has happened.
 */
final class LostAnswers {
  private static final System.Logger LOG = System.getLogger(LostAnswers.class.getName());
  private static final int LOOKS = 3;

  private LostAnswers() {}

  static <T> T settle(Supplier<T> transaction) {
    for (int look = 1; ; look++) {
      try {
        return transaction.get();
      } catch (TransactionFailed e) {
        if (!e.outcomeUnknown() || look == LOOKS) {
          throw e;
        }
        LOG.log(
            System.Logger.Level.WARNING,
            "The answer to a commit was lost; looking whether it was written: {0}",
            e.getMessage());
      }
    }
  }
}
