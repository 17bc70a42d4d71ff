package io.awaken.core.mailbox;

import io.awaken.core.run.ThreadId;

/** There is no such thread for this caller. */
public final class ThreadNotFound extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public ThreadNotFound(ThreadId id) {
    super("thread not found: " + id);
  }
}
