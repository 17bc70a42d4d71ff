package io.awaken.core.mailbox;

import java.time.Duration;
import java.util.PriorityQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * A hint that is kept until somebody waits for it; several hints are one. A hint may be given for
 * later. Thread-safe.
 */
final class WakeUp {

  /** Hints for later that are kept; whoever waits looks by itself before long. */
  private static final int MOST_ALARMS = 1_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition hinted = lock.newCondition();
  private final PriorityQueue<Long> alarms =
      new PriorityQueue<>((a, b) -> Long.signum(a.longValue() - b.longValue()));
  private final LongSupplier nanos;
  private boolean signalled;

  /**
   * @param nanos a monotonic clock in nanoseconds
   */
  WakeUp(LongSupplier nanos) {
    this.nanos = nanos;
  }

  void signal() {
    lock.lock();
    try {
      signalled = true;
      hinted.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** A hint that is given when this time has passed. */
  void signalIn(Duration delay) {
    lock.lock();
    try {
      if (alarms.size() < MOST_ALARMS) {
        alarms.add(nanos.getAsLong() + delay.toNanos());
        hinted.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for a hint.
   *
   * @return whether there was one before the time was up
   */
  boolean await(Duration atMost) throws InterruptedException {
    long end = nanos.getAsLong() + atMost.toNanos();
    lock.lock();
    try {
      long now = nanos.getAsLong();
      while (!hint(now) && end - now > 0) {
        hinted.awaitNanos(Math.min(end - now, untilAlarm(now)));
        now = nanos.getAsLong();
      }
      boolean was = signalled;
      signalled = false;
      return was;
    } finally {
      lock.unlock();
    }
  }

  private boolean hint(long now) {
    while (untilAlarm(now) <= 0) {
      alarms.poll();
      signalled = true;
    }
    return signalled;
  }

  private long untilAlarm(long now) {
    return alarms.isEmpty() ? Long.MAX_VALUE : alarms.peek() - now;
  }
}
