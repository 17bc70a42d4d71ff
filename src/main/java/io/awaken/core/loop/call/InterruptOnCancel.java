package io.awaken.core.loop.call;

import io.awaken.core.run.CancellationToken;

/**
 * Interrupts the thread that opened it when the run is cancelled. Closing prevents further
 * interrupts and clears a pending one, so that the thread can write.
 */
final class InterruptOnCancel implements AutoCloseable {

  private final Thread thread = Thread.currentThread();
  private final Object lock = new Object();
  private final CancellationToken.Registration registration;
  private boolean closed;
  private boolean interrupted;

  InterruptOnCancel(CancellationToken cancellation) {
    registration = cancellation.onCancel(this::interrupt);
  }

  private void interrupt() {
    synchronized (lock) {
      if (!closed) {
        interrupted = true;
        thread.interrupt();
      }
    }
  }

  @Override
  public void close() {
    registration.close();
    synchronized (lock) {
      closed = true;
      if (interrupted) {
        Thread.interrupted();
      }
    }
  }
}
