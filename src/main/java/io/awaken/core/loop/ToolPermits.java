package io.awaken.core.loop;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/** How many calls may be at work at once; nobody blocks while waiting for a turn. Thread-safe. */
final class ToolPermits {

  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Runnable> waiting = new ArrayDeque<>();
  private int free;

  ToolPermits(int permits) {
    this.free = permits;
  }

  /** The right of one call to be at work; given back once, whoever does it first. */
  final class Permit {
    private final AtomicBoolean back = new AtomicBoolean();

    void giveBack() {
      if (back.compareAndSet(false, true)) {
        next();
      }
    }
  }

  /**
   * A permit if one is free and nobody waits for one.
   *
   * @param whenGiven called on any thread when one is kept for the caller, who must then {@link
   *     #take} it
   * @return null when the caller waits now
   */
  Permit request(Runnable whenGiven) {
    lock.lock();
    try {
      if (free > 0) {
        free--;
        return new Permit();
      }
      waiting.add(whenGiven);
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** The permit that was kept for the caller. */
  Permit take() {
    return new Permit();
  }

  /** Waits no more; a permit that was kept meanwhile goes on to the next. */
  void withdraw(Runnable whenGiven) {
    lock.lock();
    boolean waited;
    try {
      waited = waiting.remove(whenGiven);
    } finally {
      lock.unlock();
    }
    if (!waited) {
      next();
    }
  }

  private void next() {
    Runnable given;
    lock.lock();
    try {
      given = waiting.poll();
      free += given == null ? 1 : 0;
    } finally {
      lock.unlock();
    }
    if (given != null) {
      given.run();
    }
  }
}
