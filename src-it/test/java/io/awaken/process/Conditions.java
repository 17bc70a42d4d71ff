package io.awaken.process;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Polls for conditions in other processes, which send no notification. */
public final class Conditions {

  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final Duration PAUSE = Duration.ofMillis(100);

  private Conditions() {}

  /** Returns when the condition holds, and fails after three minutes. */
  public static void await(String what, Callable<Boolean> condition) throws InterruptedException {
    long start = System.nanoTime();
    while (!holds(condition)) {
      if (System.nanoTime() - start > TIMEOUT.toNanos()) {
        throw new AssertionError("timed out waiting for " + what);
      }
      LockSupport.parkNanos(PAUSE.toNanos());
      if (Thread.interrupted()) {
        throw new InterruptedException("waiting for " + what);
      }
    }
  }

  private static boolean holds(Callable<Boolean> condition) {
    try {
      return condition.call();
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
