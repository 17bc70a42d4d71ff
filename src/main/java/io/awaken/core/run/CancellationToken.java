package io.awaken.core.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Asks a run to stop (features row 181). Cooperative and idempotent: the first reason stays.
 * Listeners run once, on the thread that cancels, or at once when it was cancelled before; they
 * must not block. Thread-safe.
 */
public final class CancellationToken {

  /** Why a run is asked to stop; decides what it may still write. */
  public enum Reason {
    /** Somebody cancelled it: it ends as cancelled. */
    REQUESTED,
    /** Its time is used up: it ends with an error. */
    OVERDUE,
    /** Another owner may have it: it stops and writes nothing. */
    OWNERSHIP_LOST,
    /** The node goes down: it hands the run over and ends nothing. */
    DRAINING
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final List<Runnable> listeners = new ArrayList<>();
  private volatile Reason reason;

  /** Cancels; later reasons change nothing. */
  public void cancel(Reason why) {
    List<Runnable> toRun;
    lock.lock();
    try {
      if (reason != null) {
        return;
      }
      reason = why;
      toRun = List.copyOf(listeners);
      listeners.clear();
    } finally {
      lock.unlock();
    }
    toRun.forEach(Runnable::run);
  }

  public boolean isCancelled() {
    return reason != null;
  }

  /** Why, or null while nobody cancelled. */
  public Reason reason() {
    return reason;
  }

  /**
   * @throws RunCancelled when cancelled
   */
  public void throwIfCancelled() {
    Reason why = reason;
    if (why != null) {
      throw new RunCancelled(why);
    }
  }

  /** Registers a listener for as long as the returned registration is open. */
  public Registration onCancel(Runnable listener) {
    lock.lock();
    try {
      if (reason == null) {
        listeners.add(listener);
        return () -> remove(listener);
      }
    } finally {
      lock.unlock();
    }
    listener.run();
    return () -> {};
  }

  private void remove(Runnable listener) {
    lock.lock();
    try {
      listeners.remove(listener);
    } finally {
      lock.unlock();
    }
  }

  /** Ends a listener's registration when closed. */
  @FunctionalInterface
  public interface Registration extends AutoCloseable {
    @Override
    void close();
  }
}
