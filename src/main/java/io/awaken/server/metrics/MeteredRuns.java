package io.awaken.server.metrics;

import io.awaken.core.mailbox.RunExecutor;
import io.awaken.core.run.CancellationToken.Reason;
import io.awaken.core.run.Claim;
import io.awaken.core.run.RunSignals;

/** Counts the jobs that this node works on, and those that it loses. Thread-safe. */
public final class MeteredRuns implements RunExecutor {

  private final RunExecutor behind;
  private final RuntimeMetrics metrics;

  public MeteredRuns(RunExecutor behind, RuntimeMetrics metrics) {
    this.behind = behind;
    this.metrics = metrics;
  }

  @Override
  public void execute(Claim claim, RunSignals signals) {
    metrics.pulled.inc();
    if (claim.attempt() > 1) {
      metrics.redelivered.inc();
    }
    try {
      behind.execute(claim, signals);
    } finally {
      if (signals.cancellation().reason() == Reason.OWNERSHIP_LOST) {
        metrics.leaseLosses.inc();
      }
    }
  }
}
