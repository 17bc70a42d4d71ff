package io.awaken.core.run;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Tells a run that executes that something for it was stored: a decision, a message. Only a hint:
 * what counts is in the store, and parking and ending look there. Thread-safe.
 */
public final class InboxSignal {

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private volatile boolean raised;

  /** Something was stored. */
  public void raise() {
    raised = true;
    listeners.forEach(Runnable::run);
  }

  /**
   * Whether something was stored since the last question; asked before the store is read, so that
   * nothing falls between.
   */
  public boolean lower() {
    boolean was = raised;
    raised = false;
    return was;
  }

  /** Whether something was stored and nobody has looked yet. */
  public boolean raised() {
    return raised;
  }

  /** Calls a listener each time, for as long as the returned registration is open. */
  public CancellationToken.Registration onRaise(Runnable listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }
}
