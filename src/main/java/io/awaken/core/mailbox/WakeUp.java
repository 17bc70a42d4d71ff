package io.awaken.core.mailbox;

import java.time.Duration;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * A hint that remains set until the waiting thread takes it; several hints count as one. A hint may
 * be scheduled. Thread-safe.
 */
final class WakeUp {

  /** Scheduled hints to retain; the waiting thread also polls without them. */
  private static final int MOST_ALARMS = 1_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition hinted = lock.newCondition();
  private final TreeSet<Long> alarms = new TreeSet<>(WakeUp::compare);
  private final LongSupplier nanos;
  private final AtomicBoolean outbox = new AtomicBoolean();
  private Long again;
  private boolean signalled;

  /**
   * @param nanos a monotonic clock in nanoseconds
   */
  WakeUp(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Adds to the next hint that notices to plugins are due. */
  void signalOutbox() {
    outbox.set(true);
  }

  /** Returns and clears the flag of {@link #signalOutbox}. */
  boolean takeOutboxHint() {
    return outbox.getAndSet(false);
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

  /** Schedules a hint. When too many are scheduled, the latest is dropped. */
  void signalIn(Duration delay) {
    lock.lock();
    try {
      alarms.add(nanos.getAsLong() + delay.toNanos());
      if (alarms.size() > MOST_ALARMS) {
        alarms.pollLast();
      }
      hinted.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Schedules a hint for remaining work. It replaces the one scheduled before. */
  void signalAgainIn(Duration delay) {
    lock.lock();
    try {
      again = nanos.getAsLong() + delay.toNanos();
      hinted.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits for a hint.
   *
   * @return false when the time was up first
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
    while (!alarms.isEmpty() && alarms.first() - now <= 0) {
      alarms.pollFirst();
      signalled = true;
    }
    if (again != null && again - now <= 0) {
      again = null;
      signalled = true;
    }
    return signalled;
  }

  private long untilAlarm(long now) {
    long first = alarms.isEmpty() ? Long.MAX_VALUE : alarms.first() - now;
    return again == null ? first : Math.min(first, again - now);
  }

  /** Correct across an overflow of the clock. */
  private static int compare(Long one, Long other) {
    return Long.signum(one - other);
  }
}
