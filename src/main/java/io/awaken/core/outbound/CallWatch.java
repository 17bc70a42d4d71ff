package io.awaken.core.outbound;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Counts the time of all open calls on one thread, which runs while there are any. A time limit of
 * each read would cost a timer for each piece of a stream. Thread-safe.
 */
final class CallWatch {

  /** The unit of all limits; a limit ends up to one of it late. */
  private static final Duration TICK = Duration.ofMillis(250);

  /** What has limits. */
  interface Watched {

    /** A tick has passed. */
    void tick();

    /** Ends it at once; may come from any thread. */
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

  /** Ticks that are at least as long as this time. */
  static int ticks(Duration time) {
    return (int) Math.min(Integer.MAX_VALUE, time.toMillis() / TICK.toMillis() + 1);
  }

  void add(Watched call) {
    open.add(call);
    if (!watched()) {
      call.close();
    }
  }

  /** Starts the thread unless it runs; false when there is none any more. */
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

  /** Ends all calls, those that are added later too. */
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
      // A full heap, for example: its next tick comes.
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
}
