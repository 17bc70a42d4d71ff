package io.awaken.core.store.run;

/**
 * A decision that counts came before the run parked; nothing was written. The run takes it in and
 * goes on.
 */
public final class DecisionPending extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public DecisionPending() {
    super("a decision came before", null, false, false);
  }
}
