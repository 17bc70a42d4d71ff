package io.awaken.core.run;

/**
 * Signals to a running run.
 *
 * @param cancellation asks it to stop
 * @param inbox signals stored decisions and messages
 * @param lease how long it may run without a confirmation
 */
public record RunSignals(CancellationToken cancellation, InboxSignal inbox, Lease lease) {

  /** Signals of a run that no other node can take. */
  public RunSignals() {
    this(Lease.ENDLESS);
  }

  public RunSignals(Lease lease) {
    this(new CancellationToken(), new InboxSignal(), lease);
  }
}
