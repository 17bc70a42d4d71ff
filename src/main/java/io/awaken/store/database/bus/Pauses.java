package io.awaken.store.database.bus;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/** Pauses between failed attempts, doubled each time; used by one thread. */
final class Pauses {
  private static final long FIRST_MILLIS = 250;
  private static final long MOST_MILLIS = 10_000;

  private final CountDownLatch closed;
  private long millis = FIRST_MILLIS;

  /**
   * @param closed ends every pause
   */
  Pauses(CountDownLatch closed) {
    this.closed = closed;
  }

  /** Random, so that nodes that lost their database together do not reconnect together. */
  void pause() throws InterruptedException {
    long jitter = ThreadLocalRandom.current().nextLong(millis / 2 + 1);
    closed.await(millis / 2 + jitter, TimeUnit.MILLISECONDS);
    millis = Math.min(millis * 2, MOST_MILLIS);
  }

  void over() {
    millis = FIRST_MILLIS;
  }
}
