package io.awaken.core.mailbox;

import io.awaken.core.commit.CutRefusal;

/** The messages that a run was to supersede cannot be; nothing of the request was stored. */
public final class NotSuperseded extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final CutRefusal why;

  public NotSuperseded(CutRefusal why) {
    super(why.text());
    this.why = why;
  }

  public CutRefusal why() {
    return why;
  }
}
