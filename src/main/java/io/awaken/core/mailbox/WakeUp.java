package io.awaken.core.mailbox;

import java.time.Duration;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
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
  private final TreeSet<Long> alarms = new TreeSet<>(WakeUp::compare);
  private final LongSupplier nanos;
  private final AtomicBoolean untold = new AtomicBoolean();
  private Long again;
  private boolean signalled;

  /**
   * @param nanos a monotonic clock in nanoseconds
   */
  WakeUp(LongSupplier nanos) {
    this.nanos = nanos;
  }

  /** Plugins have to be told something, on top of what there is to do anyway. */
  void untold() {
    untold.set(true);
  }

  /** Whether {@link #untold} was called since this was asked last. */
  boolean takeUntold() {
    return untold.getAndSet(false);
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

  /** A hint that is given when this time has passed; of too many the latest gives way. */
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

  /** The same for whoever could not do all that there is to do; the last one counts. */
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

  /** Whatever the clock counts from: it may run over. */
  private static int compare(Long one, Long other) {
    return Long.signum(one - other);
  }
}
