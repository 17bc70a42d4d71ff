package io.awaken.core.run;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Signals a running run that a decision or message was stored for it. Only a hint: the run reads
 * the store before it parks or ends. Thread-safe.
 */
public final class InboxSignal {

  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private final AtomicBoolean raised = new AtomicBoolean();

  public void raise() {
    raised.set(true);
    listeners.forEach(Runnable::run);
  }

  /** Returns and clears the signal. Call it before reading the store, so that no signal is lost. */
  public boolean lower() {
    return raised.getAndSet(false);
  }

  /** Whether the signal is set. */
  public boolean raised() {
    return raised.get();
  }

  /** Calls a listener at each signal until the returned registration is closed. */
  public CancellationToken.Registration onRaise(Runnable listener) {
    listeners.add(listener);
    return () -> listeners.remove(listener);
  }
}
