package io.awaken.store.database;

import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.function.Function;

/**
 * Transactions for work that must be committed when it returns: never joins. What joined a
 * transaction of somebody else would be told as written, and be lost with that one. Thread-safe.
 */
public final class OwnTransactions implements Transactions {
  private final Transactions transactions;

  /**
   * Uses other transactions one at a time.
   *
   * @param transactions begins and ends them
   */
  public OwnTransactions(Transactions transactions) {
    this.transactions = transactions;
  }

  /**
   * Runs work in a transaction of its own.
   *
   * @throws IllegalStateException when the calling thread is in a transaction, which stays as it is
   */
  @Override
  public <T> T call(Function<EntityManager, T> work) {
    refuseToJoin();
    return transactions.call(work);
  }

  @Override
  public <T> T once(Duration limit, Function<EntityManager, T> work) {
    refuseToJoin();
    return transactions.once(limit, work);
  }

  private void refuseToJoin() {
    if (active()) {
      throw new IllegalStateException(
          "The calling thread is in a transaction that is not the store's: nothing was done, since"
              + " it would not be committed when this call returns. End that transaction first");
    }
  }

  @Override
  public boolean active() {
    return transactions.active();
  }
}
