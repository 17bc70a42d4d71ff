package io.awaken.core.model;

import io.awaken.core.run.CancellationToken;
import io.awaken.core.run.RunCancelled;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Waits between the pieces of an answer or before a retry; a port, so that tests need not wait.
 * Thread-safe.
 */
@FunctionalInterface
public interface Pause {

  /**
   * Blocks for this long.
   *
   * @throws io.awaken.core.run.RunCancelled as soon as the token is cancelled
   */
  void await(Duration duration, CancellationToken cancellation);

  /** Waits in real time. */
  static Pause inRealTime() {
    return new CancellablePause();
  }

  /** Waits in real time, at most until the token is cancelled. */
  static final class CancellablePause implements Pause {

    @Override
    public void await(Duration duration, CancellationToken cancellation) {
      var cancelled = new CountDownLatch(1);
      CancellationToken.Registration registration = cancellation.onCancel(cancelled::countDown);
      try {
        if (cancelled.await(duration.toMillis(), TimeUnit.MILLISECONDS)) {
          cancellation.throwIfCancelled();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        cancellation.throwIfCancelled();
        // The run was not cancelled; its thread ends, and another node may continue the run.
        throw new RunCancelled(CancellationToken.Reason.DRAINING);
      } finally {
        registration.close();
      }
    }
  }
}
