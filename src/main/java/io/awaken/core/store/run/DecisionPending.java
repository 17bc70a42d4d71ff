package io.awaken.core.store.run;

/**
 * An effective decision arrived before the run parked; nothing was written. The run consumes it and
 * continues.
 */
public final class DecisionPending extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public DecisionPending() {
    super("a decision is stored", null, false, false);
  }
}
