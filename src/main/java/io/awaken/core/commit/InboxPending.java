package io.awaken.core.commit;

/**
 * A decision that counts came before the run parked, or a message before it ended; nothing was
 * written. The run takes it in and goes on.
 */
public final class InboxPending extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public InboxPending() {
    super("a decision or a message came before", null, false, false);
  }
}
