package io.awaken.store.database;

import io.awaken.core.store.StoreUnavailable;
import io.awaken.store.database.Transactions.TransactionFailed;
import io.awaken.store.database.batch.GatheredWrites;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Transactions that are committed when the call returns: they never join another one, whose
 * rollback would lose a confirmed write.
 *
 * <p>An unavailable database becomes a {@link StoreUnavailable} and is logged once per outage; a
 * lock timeout becomes one, too, but is no outage. Thread-safe.
 */
public final class SeparateTransactions implements Transactions {
  /** How long writes are rejected after the database was full. */
  private static final long FULL_NANOS = TimeUnit.SECONDS.toNanos(15);

  private final Transactions transactions;
  private final OutageLog outages;
  private final LongSupplier nanos;
  private final boolean gathers;
  private volatile Runnable away = () -> {};
  private volatile Long lastFull;

  /**
   * @param transactions begins and ends them; used one at a time
   * @param product the database product
   */
  public SeparateTransactions(Transactions transactions, DatabaseProduct product) {
    this(transactions, product, System::nanoTime);
  }

  SeparateTransactions(Transactions transactions, DatabaseProduct product, LongSupplier nanos) {
    this.transactions = transactions;
    this.gathers = product.joins();
    this.nanos = nanos;
    this.outages = new OutageLog(nanos);
  }

  /** Sets an action for every outage; call it at startup. */
  public void whenAway(Runnable done) {
    away = done;
  }

  /**
   * Runs work in a separate transaction.
   *
   * @throws IllegalStateException when the calling thread has a transaction, which is not affected
   * @throws StoreUnavailable when the database is unavailable and nothing was written
   * @throws TransactionFailed when the commit was not confirmed; its cause is then a
   *     StoreUnavailable
   */
  @Override
  public <T> T call(Function<EntityManager, T> work) {
    return own(() -> transactions.call(work));
  }

  @Override
  public <T> T gathered(Function<EntityManager, T> work) {
    if (!gathers) {
      return call(work);
    }
    try {
      return call(em -> GatheredWrites.of(em, work));
    } catch (RuntimeException e) {
      if (!GatheredWrites.failed(e)) {
        throw e;
      }
      return call(work);
    }
  }

  @Override
  public <T> T urgent(Function<EntityManager, T> work) {
    return own(() -> transactions.urgent(work));
  }

  private <T> T own(Supplier<T> work) {
    refuseToJoin();
    T result;
    try {
      result = work.get();
    } catch (RuntimeException e) {
      throw translated(e);
    }
    outages.succeeded();
    return result;
  }

  /** An ambiguous commit stays one, so that the caller checks its mark. */
  private RuntimeException translated(RuntimeException failure) {
    if (failure instanceof TransactionFailed failed) {
      if (failed.outcomeUnknown()) {
        failed(failed);
      }
      return failed;
    }
    if (failure instanceof StoreUnavailable) {
      failed(failure);
      return failure;
    }
    if (!Outage.causes(failure)) {
      return failure;
    }
    failed(failure);
    return new StoreUnavailable("the database cannot be used now", failure);
  }

  /**
   * Returns whether the database had space for recent writes; false for a while after it was full.
   * Reads do not affect it.
   */
  public boolean hasRoom() {
    Long full = lastFull;
    return full == null || nanos.getAsLong() - full > FULL_NANOS;
  }

  private void failed(RuntimeException failure) {
    if (Outage.noRoom(failure)) {
      lastFull = nanos.getAsLong();
    }
    if (Outage.ofOneSession(failure)) {
      outages.transactionFailed(failure);
      return;
    }
    outages.failed(failure);
    away.run();
  }

  /** Exceptions of the work are not classified, since they may come from another database. */
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
