package io.awaken.core.run;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Asks a run to stop (features row 181). Cooperative and idempotent: the first reason wins.
 * Listeners run once, on the cancelling thread, or at once if already cancelled; they must not
 * block. Thread-safe.
 */
public final class CancellationToken {

  /** Why a run must stop; decides what it may still write. */
  public enum Reason {
    /** A caller cancelled it: it ends as cancelled. */
    REQUESTED,
    /** Its time is up: it ends with an error. */
    OVERDUE,
    /** Another node may own it: it stops and writes nothing. */
    OWNERSHIP_LOST,
    /** The node is stopping: it hands the run over. */
    DRAINING
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final List<Runnable> listeners = new ArrayList<>();
  private volatile Reason reason;

  /** Cancels; later reasons have no effect. */
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

  /** The reason, or null. */
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

  /** Registers a listener until the returned registration is closed. */
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
