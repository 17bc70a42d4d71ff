package io.awaken.store.database;

import io.awaken.core.store.StoreUnavailable;
import jakarta.persistence.EntityManager;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Limits concurrent transactions below the size of the pool. Work waits here, where waiting is
 * fair, bounded and blocks no carrier thread, instead of in the pool, where it would delay lease
 * renewals and health checks.
 *
 * <p>Work {@linkplain #once run once}, which may last as long as a tool, gets at most half of the
 * permits, so that commits continue. {@linkplain #urgent Urgent} work has an extra permit, so that
 * a run can be cancelled while all others are taken. Work that joins a transaction needs none.
 * Thread-safe.
 */
public final class CommitPermits implements Transactions {
  private final Transactions transactions;
  private final Duration patience;
  private final int most;
  private final Semaphore permits;
  private final Semaphore lasting;
  private final Semaphore spare = new Semaphore(1, true);

  /**
   * @param transactions begins and ends them
   * @param most maximum concurrent transactions without the urgent one; must leave connections in
   *     the pool
   * @param patience maximum wait for a permit
   */
  public CommitPermits(Transactions transactions, int most, Duration patience) {
    this.transactions = transactions;
    this.patience = patience;
    this.most = most;
    this.permits = new Semaphore(most, true);
    this.lasting = new Semaphore(Math.max(1, most / 2), true);
  }

  /**
   * Runs work when a permit is free.
   *
   * @throws StoreUnavailable when none was free in time; nothing was begun
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

  /** Defers an interrupt, since a stopping run must still write its ending. */
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
