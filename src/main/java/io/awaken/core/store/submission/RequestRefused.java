package io.awaken.core.store.submission;

/** A request about a thread was refused; nothing was written. */
public final class RequestRefused extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final transient SubmitResult.Refused why;
  private final transient Record details;

  public RequestRefused(SubmitResult.Refused why) {
    this(why, null);
  }

  /**
   * @param details of the conflict that the caller may see, or null
   */
  public RequestRefused(SubmitResult.Refused why, Record details) {
    super(why.message());
    this.why = why;
    this.details = details;
  }

  public SubmitResult.Refused why() {
    return why;
  }

  /** Details of the conflict; null for none that the caller may see. */
  public Record details() {
    return details;
  }
}
