package io.awaken.core.run;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Tells a run that executes that something for it was stored: a decision, a message. Only a hint:
 * what counts is in the store, and parking and ending look there. Thread-safe.
 */
public final class InboxSignal {

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final AtomicBoolean raised = new AtomicBoolean();

  /** Something was stored. */
  public void raise() {
    raised.set(true);
    listeners.forEach(Runnable::run);
  }

  /**
   * Whether something was stored since the last question; asked before the store is read, so that
   * nothing falls between.
   */
  public boolean lower() {
    return raised.getAndSet(false);
  }

  /** Whether something was stored and nobody has looked yet. */
  public boolean raised() {
    return raised.get();
  }

  /** Calls a listener each time, for as long as the returned registration is open. */
  public CancellationToken.Registration onRaise(Runnable listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }
}
