package io.awaken.server.metrics;

import io.awaken.core.mailbox.RunExecutor;
import io.awaken.core.run.CancellationToken.Reason;
import io.awaken.core.run.Claim;
import io.awaken.core.run.RunSignals;
import io.awaken.core.run.Waited;
import java.time.Duration;

/** Counts the jobs that this node works on, and those that it loses. Thread-safe. */
public final class MeteredRuns implements RunExecutor {

  private static final double NANOS = 1e9;

  private final RunExecutor behind;
  private final RuntimeMetrics metrics;

  public MeteredRuns(RunExecutor behind, RuntimeMetrics metrics) {
    this.behind = behind;
    this.metrics = metrics;
  }

  @Override
  public void execute(Claim claim, RunSignals signals) {
    begins(claim);
    try {
      behind.execute(claim, signals);
    } finally {
      if (signals.cancellation().reason() == Reason.OWNERSHIP_LOST) {
        metrics.leaseLosses.inc();
      }
    }
  }

  private void begins(Claim claim) {
    Waited waited = claim.waited();
    metrics.pulled.inc();
    if (claim.attempt() > 1) {
      metrics.redelivered.inc();
    } else {
      metrics.madeToStart.observe(seconds(waited.sinceMade()));
    }
    metrics.dueToStart.observe(seconds(waited.sinceDue()));
    metrics.claimToStart.observe(seconds(waited.sinceClaim()));
  }

  private static double seconds(Duration time) {
    return time.toNanos() / NANOS;
  }
}
