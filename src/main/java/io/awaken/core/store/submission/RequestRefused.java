package io.awaken.core.store.submission;

/** A request about a thread was refused; nothing was written. */
public final class RequestRefused extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient SubmitResult.Refused why;

  public RequestRefused(SubmitResult.Refused why) {
    super(why.message());
    this.why = why;
  }

  public SubmitResult.Refused why() {
    return why;
  }
}
