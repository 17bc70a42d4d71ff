package io.awaken.core.mailbox;

/** No run keeps the thread, and only to such a one was there something to say. */
public final class NoOpenRun extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public NoOpenRun() {
    super("no run keeps the thread");
  }
}
