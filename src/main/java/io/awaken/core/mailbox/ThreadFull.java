package io.awaken.core.mailbox;

import io.awaken.core.commit.ThreadLimits;
import io.awaken.core.run.ThreadId;

/** The thread has no room for the messages; nothing of them was stored. */
public final class ThreadFull extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public ThreadFull(ThreadId thread, ThreadLimits limits) {
    super(
        "the thread %s has no room for the messages: %s; a new thread has"
            .formatted(thread, limits.told()));
  }
}
