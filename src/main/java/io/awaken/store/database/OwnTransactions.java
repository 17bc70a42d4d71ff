package io.awaken.store.database;

import io.awaken.core.store.StoreUnavailable;
import io.awaken.store.database.batch.GatheredWrites;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Transactions for work that must be committed when it returns: never joins. What joined a
 * transaction of somebody else would be told as written, and be lost with that one.
 *
 * <p>A database that cannot be used is told as {@link StoreUnavailable}, and once per outage in the
 * log; so is a lock that was not had in time, which is none. Thread-safe.
 */
public final class OwnTransactions implements Transactions {
  /** So long nobody is sent here that would find out once more. */
  private static final long FULL_NANOS = TimeUnit.SECONDS.toNanos(15);

  private final Transactions transactions;
  private final OutageLog outages;
  private final LongSupplier nanos;
  private final boolean gathers;
  private volatile Runnable away = () -> {};
  private volatile Long lastFull;

  /**
   * Uses other transactions one at a time.
   *
   * @param transactions begins and ends them
   * @param product what they are of
   */
  public OwnTransactions(Transactions transactions, DatabaseProduct product) {
    this(transactions, product, System::nanoTime);
  }

  OwnTransactions(Transactions transactions, DatabaseProduct product, LongSupplier nanos) {
    this.transactions = transactions;
    this.gathers = product.joins();
    this.nanos = nanos;
    this.outages = new OutageLog(nanos);
  }

  /** Has this done whenever the database cannot be used; for the start. */
  public void whenAway(Runnable done) {
    away = done;
  }

  /**
   * Runs work in a transaction of its own.
   *
   * @throws IllegalStateException when the calling thread is in a transaction, which stays as it is
   * @throws StoreUnavailable when the database cannot be used now, and nothing was written
   * @throws TransactionFailed when the commit was not confirmed; then its cause is such a one
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
      throw told(e);
    }
    outages.succeeded();
    return result;
  }

  /** A commit of unknown outcome stays what it is: the caller looks for its mark first. */
  private RuntimeException told(RuntimeException failure) {
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
   * Whether the database had room for what was written last: not for a while after it said that it
   * has none. Reading tells nothing of it.
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
      outages.heldUp(failure);
      return;
    }
    outages.failed(failure);
    away.run();
  }

  /** What the work throws is not looked into: it may come from a database that is not ours. */
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
