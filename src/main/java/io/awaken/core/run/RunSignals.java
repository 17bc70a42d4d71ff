package io.awaken.core.run;

/**
 * How others reach a run that executes.
 *
 * @param cancellation asks it to stop
 * @param inbox tells it that something for it was stored
 * @param lease how long it may execute without being confirmed
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
