package io.awaken.store.database;

import io.awaken.core.store.StoreUnavailable;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Bounds the transactions that are under way at once below the size of the pool. Work waits here,
 * where waiting is fair, ends in time and holds no carrier thread, and not in the pool, where
 * renewals of leases and health checks would wait behind it.
 *
 * <p>Work that is done {@linkplain #once once}, which may last as long as a tool, gets at most half
 * of the permits, so that commits go on beside it. {@linkplain #urgent Urgent} work has one more to
 * itself, so that a run can be cancelled while all others are taken. Work that joins a transaction
 * needs none. Thread-safe.
 */
public final class CommitPermits implements Transactions {
  private final Transactions transactions;
  private final Duration patience;
  private final int most;
  private final Semaphore permits;
  private final Semaphore lasting;
  private final Semaphore spare = new Semaphore(1, true);

  /**
   * Bounds other transactions.
   *
   * @param transactions begins and ends them
   * @param most transactions at once, beside an urgent one; some connections of the pool must be
   *     left
   * @param patience how long a transaction may wait for its turn
   */
  public CommitPermits(Transactions transactions, int most, Duration patience) {
    this.transactions = transactions;
    this.patience = patience;
    this.most = most;
    this.permits = new Semaphore(most, true);
    this.lasting = new Semaphore(Math.max(1, most / 2), true);
  }

  /**
   * Runs work when it is its turn.
   *
   * @throws StoreUnavailable when it was not within the patience; nothing was begun
   */
  @Override
  public <T> T call(Function<EntityManager, T> work) {
    if (active()) {
      return transactions.call(work);
    }
    take(permits);
    try {
      return transactions.call(work);
    } finally {
      permits.release();
    }
  }

  @Override
  public <T> T urgent(Function<EntityManager, T> work) {
    if (active()) {
      return transactions.urgent(work);
    }
    Semaphore from = permits.tryAcquire() ? permits : taken(spare);
    try {
      return transactions.urgent(work);
    } finally {
      from.release();
    }
  }

  @Override
  public <T> T once(Duration limit, Function<EntityManager, T> work) {
    take(lasting);
    try {
      take(permits);
      try {
        return transactions.once(limit, work);
      } finally {
        permits.release();
      }
    } finally {
      lasting.release();
    }
  }

  @Override
  public boolean active() {
    return transactions.active();
  }

  private Semaphore taken(Semaphore from) {
    take(from);
    return from;
  }

  /** An interrupt is kept for later: a run that is to stop still has to write how. */
  private void take(Semaphore from) {
    long deadline = System.nanoTime() + patience.toNanos();
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          if (from.tryAcquire(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
            return;
          }
          throw new StoreUnavailable(
              "no connection was free within "
                  + patience.toMillis()
                  + " ms, at most "
                  + most
                  + " transactions are under way at once",
              null);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
