package io.awaken.core.outbound;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Watches the time limits of all open calls on one thread, which runs only while there are any. A
 * timeout per read would need a timer for each piece of a stream. Thread-safe.
 */
final class CallWatch {

  /** The unit of all limits; calls end up to one tick late. */
  private static final Duration TICK = Duration.ofMillis(250);

  /** A watched call. */
  interface Watched {

    /** Called at each tick. */
    void tick();

    /** Ends it at once; called on any thread. */
    void close();
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition closing = lock.newCondition();
  private final Set<Watched> open = ConcurrentHashMap.newKeySet();
  private final Executor executor;
  private boolean running;
  private boolean closed;

  CallWatch(Executor executor) {
    this.executor = executor;
  }

  /** The number of ticks that cover this time. */
  static int ticks(Duration time) {
    return (int) Math.min(Integer.MAX_VALUE, time.toMillis() / TICK.toMillis() + 1);
  }

  void add(Watched call) {
    open.add(call);
    if (!watched()) {
      call.close();
    }
  }

  /** Starts the thread unless it runs; returns false after closing. */
  private boolean watched() {
    lock.lock();
    try {
      if (!running && !closed) {
        executor.execute(this::run);
        running = true;
      }
      return !closed;
    } catch (RejectedExecutionException e) {
      return false;
    } finally {
      lock.unlock();
    }
  }

  void remove(Watched call) {
    open.remove(call);
  }

  /** Ends all calls, even ones added later. */
  void close() {
    lock.lock();
    try {
      closed = true;
      closing.signalAll();
    } finally {
      lock.unlock();
    }
    for (Watched call : open) {
      call.close();
    }
  }

  private void run() {
    boolean ended = false;
    try {
      while (goesOn()) {
        open.forEach(CallWatch::tick);
      }
      ended = true;
    } finally {
      if (!ended) {
        died();
      }
    }
  }

  private static void tick(Watched call) {
    try {
      call.tick();
    } catch (RuntimeException | Error e) {
      // For example a full heap; the next tick follows.
    }
  }

  /** The next call starts another thread. */
  private void died() {
    lock.lock();
    try {
      running = false;
    } finally {
      lock.unlock();
    }
  }

  /** Waits for the next tick. */
  private boolean goesOn() {
    lock.lock();
    try {
      boolean interrupted = false;
      try {
        closing.await(TICK.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        interrupted = true;
      }
      running = !closed && !interrupted && !open.isEmpty();
      return running;
    } finally {
      lock.unlock();
    }
  }

  /** How long a reader has waited for the server, in ticks of {@link CallWatch}. Thread-safe. */
  static final class Silence {

    private static final int NOT_WAITING = -1;
    private static final int TOO_LONG = -2;

    private final AtomicInteger waited = new AtomicInteger(NOT_WAITING);
    private volatile int limit;

    Silence(Duration limit) {
      limit(limit);
    }

    /** Applies from the next wait. */
    final void limit(Duration most) {
      limit = CallWatch.ticks(most);
    }

    /** The reader starts waiting. */
    void begin() {
      waited.set(0);
    }

    /** The reader stops waiting. */
    void end() {
      if (waited.get() != TOO_LONG) {
        waited.set(NOT_WAITING);
      }
    }

    /** Counts a tick; returns true at the limit. */
    boolean tick() {
      int ticks = waited.get();
      if (ticks < 0) {
        return false;
      }
      int next = ticks + 1 < limit ? ticks + 1 : TOO_LONG;
      return waited.compareAndSet(ticks, next) && next == TOO_LONG;
    }

    /** Whether the reader waited too long. */
    boolean tooLong() {
      return waited.get() == TOO_LONG;
    }
  }
}
