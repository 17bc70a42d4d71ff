package io.awaken.core.context;

import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The memory that the runs of a node share for their conversations. A run takes what its window may
 * need before it reads anything, and waits in turn when others have it; so however long the threads
 * are, the windows of all runs together are bounded. Thread-safe.
 *
 * <p>Each byte of a window is counted {@value #COST} times: for the rows as the driver holds them,
 * the texts made of them, and the request to the model. A quarter of the memory is for small
 * windows only, so that long threads do not keep the runs of others waiting.
 *
 * <p>A run never waits with memory in hand, so that no two wait for each other: what it needs more
 * than it took is counted at once, beyond the bounds if need be. Then no other run gets memory, and
 * at its next boundary the run gives all of it back ({@link Lease#crowded}) and waits like others.
 */
public final class HistoryBudget {

  static final int COST = 4;

  /** A window is small that needs no more than this part of the memory. */
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

  /** Without a bound, for programs that run few agents at once. */
  public static HistoryBudget unlimited() {
    return new HistoryBudget(Long.MAX_VALUE / 2);
  }

  /**
   * Takes memory for a window; waits until there is as much. A window that is larger than all of it
   * gets all of it.
   *
   * @throws RunCancelled when the run is asked to stop meanwhile, or its thread is interrupted
   */
  public Lease take(long windowBytes, CancellationToken cancellation) {
    var lease = new Lease();
    lease.take(windowBytes, cancellation);
    return lease;
  }

  /** Bytes that are taken now, each byte of a window counted {@value #COST} times. */
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

  /** One of the two parts of the memory; guarded by the lock. */
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

    /** Takes the next in turn; with the lock held. */
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

  /** What one run has taken. Used by the run's thread; closing it twice changes nothing. */
  public final class Lease implements AutoCloseable {
    private Pool pool;
    private long taken;
    private boolean grown;

    private Lease() {}

    /** Gives back what it has and takes memory for a window anew, waiting in turn. */
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

    /** Threads that are woken in vain check again and keep waiting. */
    private void wakeAll() {
      lock.lock();
      try {
        small.queue.forEach(waiter -> waiter.wake.signal());
        large.queue.forEach(waiter -> waiter.wake.signal());
      } finally {
        lock.unlock();
      }
    }

    /** Counts a window that has become so large; what was taken before stays taken. */
    public void holds(long windowBytes) {
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
     * Whether the run has more than it waited for while more is taken in all than there is: it
     * shall let go of its window and {@link #take} again.
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
