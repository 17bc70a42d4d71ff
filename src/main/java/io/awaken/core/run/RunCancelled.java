package io.awaken.core.run;

/** Unwinds a run that must stop; thrown at boundaries and by interrupted calls. */
public final class RunCancelled extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final CancellationToken.Reason reason;

  public RunCancelled(CancellationToken.Reason reason) {
    super("run asked to stop: " + reason, null, false, false);
    this.reason = reason;
  }

  public CancellationToken.Reason reason() {
    return reason;
  }
}
