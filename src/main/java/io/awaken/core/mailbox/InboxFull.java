package io.awaken.core.mailbox;

import io.awaken.core.run.RunId;

/** As many messages wait for the run as may; nothing was kept of another. */
public final class InboxFull extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public InboxFull(RunId run) {
    super(
        "as many messages wait for the run %s as may; it takes them in when it goes on"
            .formatted(run));
  }
}
