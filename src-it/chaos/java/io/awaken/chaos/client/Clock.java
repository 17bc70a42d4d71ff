package io.awaken.chaos.client;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The clock of a round: starts at zero and limits how long clients wait. */
public final class Clock {

  private final long started = System.nanoTime();
  private final long limit;

  /**
   * @param seconds after which clients stop waiting
   */
  public Clock(long seconds) {
    limit = TimeUnit.SECONDS.toNanos(seconds);
  }

  public long now() {
    return System.nanoTime() - started;
  }

  public boolean expired() {
    return now() > limit;
  }

  /** Sleeps. */
  public static void sleep(long millis) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
  }
}
