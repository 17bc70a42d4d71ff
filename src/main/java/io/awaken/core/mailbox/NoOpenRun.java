package io.awaken.core.mailbox;

/** No run keeps the thread that the sender may speak to, and the messages were for such a run. */
public final class NoOpenRun extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public NoOpenRun() {
    super("no run that the caller may speak to keeps the thread");
  }
}
