package io.awaken.core.context;

import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The memory that the runs of a node share for their conversations. A run reserves what its window
 * may need before it reads anything, and waits in turn when none is free; so the windows of all
 * runs together are bounded. Thread-safe.
 *
 * <p>Each byte of a window is counted {@value #COST} times: for the driver's rows, their texts, and
 * the request to the model. A quarter of the memory is reserved for small windows, so that long
 * threads do not block the runs of others.
 *
 * <p>A run never waits while it has memory, which prevents deadlocks: growth is counted at once,
 * even beyond the bounds. Then no other run gets memory, and at its next boundary the run releases
 * all of it ({@link Lease#crowded}) and waits like others.
 */
public final class HistoryBudget {

  static final int COST = 4;

  /** The maximum share of the memory for a small window. */
  private static final int SMALL = 64;

  private final ReentrantLock lock = new ReentrantLock();
  private final Pool small;
  private final Pool large;

  /**
   * @param bytes of memory for all windows together
   */
  public HistoryBudget(long bytes) {
    this.small = new Pool(bytes / 4);
    this.large = new Pool(bytes - bytes / 4);
  }

  /** Unbounded, for programs that run few agents at once. */
  public static HistoryBudget unlimited() {
    return new HistoryBudget(Long.MAX_VALUE / 2);
  }

  /**
   * Reserves memory for a window; waits until it is free. A window larger than the total gets all
   * of it.
   *
   * @throws RunCancelled when the run is asked to stop meanwhile, or its thread is interrupted
   */
  public Lease take(long windowBytes, CancellationToken cancellation) {
    var lease = new Lease();
    lease.take(windowBytes, cancellation);
    return lease;
  }

  /** Reserved bytes, each byte of a window counted {@value #COST} times. */
  public long used() {
    lock.lock();
    try {
      return small.used + large.used;
    } finally {
      lock.unlock();
    }
  }

  /** Runs that wait for memory. */
  public int waiting() {
    lock.lock();
    try {
      return small.queue.size() + large.queue.size();
    } finally {
      lock.unlock();
    }
  }

  private Pool poolFor(long cost) {
    return cost <= (small.capacity + large.capacity) / SMALL ? small : large;
  }

  /** One of the two pools of the memory; guarded by the lock. */
  private final class Pool {
    private final long capacity;
    private final Deque<Waiter> queue = new ArrayDeque<>();
    private long used;

    Pool(long capacity) {
      this.capacity = capacity;
    }

    boolean fits(long cost) {
      return used + cost <= capacity;
    }

    void giveBack(long cost) {
      used -= cost;
      while (!queue.isEmpty() && fits(queue.getFirst().cost)) {
        Waiter next = queue.removeFirst();
        used += next.cost;
        next.granted = true;
        next.wake.signal();
      }
    }

    /** Serves the next waiter; with the lock held. */
    void await(long cost, CancellationToken cancellation) {
      var waiter = new Waiter(cost, lock.newCondition());
      queue.addLast(waiter);
      boolean interrupted = false;
      while (!waiter.granted && !interrupted && !cancellation.isCancelled()) {
        try {
          waiter.wake.await();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (waiter.granted && !interrupted) {
        return;
      }
      if (waiter.granted) {
        giveBack(cost);
      } else {
        queue.remove(waiter);
        giveBack(0);
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      cancellation.throwIfCancelled();
      throw new RunCancelled(CancellationToken.Reason.DRAINING);
    }
  }

  private static final class Waiter {
    private final long cost;
    private final Condition wake;
    private boolean granted;

    Waiter(long cost, Condition wake) {
      this.cost = cost;
      this.wake = wake;
    }
  }

  /** The reservation of one run. Used by the run's thread; closing is idempotent. */
  public final class Lease implements AutoCloseable {
    private Pool pool;
    private long taken;
    private boolean grown;

    private Lease() {}

    /** Releases the memory and reserves it again for a window, waiting in turn. */
    public void take(long windowBytes, CancellationToken cancellation) {
      close();
      long wanted = windowBytes * COST;
      lock.lock();
      try {
        Pool from = poolFor(wanted);
        long cost = Math.min(wanted, from.capacity);
        if (from.queue.isEmpty() && from.fits(cost)) {
          from.used += cost;
        } else {
          await(from, cost, cancellation);
        }
        pool = from;
        taken = cost;
        grown = false;
      } finally {
        lock.unlock();
      }
    }

    private void await(Pool from, long cost, CancellationToken cancellation) {
      try (var registration = cancellation.onCancel(this::wakeAll)) {
        from.await(cost, cancellation);
      }
    }

    /** Threads woken in vain check again and continue to wait. */
    private void wakeAll() {
      lock.lock();
      try {
        small.queue.forEach(waiter -> waiter.wake.signal());
        large.queue.forEach(waiter -> waiter.wake.signal());
      } finally {
        lock.unlock();
      }
    }

    /** Raises the reservation to this size of the window; never lowers it. */
    public void growTo(long windowBytes) {
      long cost = windowBytes * COST;
      if (pool == null || cost <= taken) {
        return;
      }
      lock.lock();
      try {
        pool.used += cost - taken;
        taken = cost;
        grown = true;
      } finally {
        lock.unlock();
      }
    }

    /**
     * Whether the run has outgrown its reservation while the budget is exceeded: it must drop its
     * window and {@link #take} again.
     */
    public boolean crowded() {
      if (!grown) {
        return false;
      }
      lock.lock();
      try {
        return pool.used > pool.capacity && pool.used > taken;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void close() {
      if (pool == null) {
        return;
      }
      lock.lock();
      try {
        pool.giveBack(taken);
        pool = null;
        taken = 0;
      } finally {
        lock.unlock();
      }
    }
  }
}
