package io.awaken.core.run;

/**
 * How others reach a run that executes.
 *
 * @param cancellation asks it to stop
 * @param inbox tells it that something for it was stored
 */
public record RunSignals(CancellationToken cancellation, InboxSignal inbox) {

  public RunSignals() {
    this(new CancellationToken(), new InboxSignal());
  }
}
