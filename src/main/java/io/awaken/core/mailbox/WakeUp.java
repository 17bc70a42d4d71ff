package io.awaken.core.mailbox;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A hint that is kept until somebody waits for it; several hints are one. Thread-safe. */
final class WakeUp {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition hinted = lock.newCondition();
  private boolean signalled;

  void signal() {
    lock.lock();
    try {
      signalled = true;
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
    long left = TimeUnit.NANOSECONDS.convert(atMost);
    lock.lock();
    try {
      while (!signalled && left > 0) {
        left = hinted.awaitNanos(left);
      }
      boolean was = signalled;
      signalled = false;
      return was;
    } finally {
      lock.unlock();
    }
  }
}
