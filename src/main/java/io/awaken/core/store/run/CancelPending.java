package io.awaken.core.store.run;

/**
 * The run has an unread cancellation and cannot end otherwise; nothing was written. The run ends as
 * cancelled instead.
 */
public final class CancelPending extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public CancelPending() {
    super("a cancellation is stored", null, false, false);
  }
}
