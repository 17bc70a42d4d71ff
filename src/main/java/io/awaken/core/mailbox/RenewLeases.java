package io.awaken.core.mailbox;

import io.awaken.core.run.CancellationToken.Reason;
import io.awaken.core.run.ClaimToken;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;

/**
 * The timer duty that extends the leases of live runs and carries cancellations from other nodes to
 * them. A run whose lease could not be confirmed stops itself before it expires.
 */
public final class RenewLeases implements Runnable {

  private static final Logger LOG = System.getLogger(RenewLeases.class.getName());

  private final LiveRuns live;
  private final MailboxStore store;
  private final Duration stopAfter;

  /**
   * @param stopAfter time without confirmation after which a run stops itself; shorter than a lease
   */
  public RenewLeases(LiveRuns live, MailboxStore store, Duration stopAfter) {
    this.live = live;
    this.store = store;
    this.stopAfter = stopAfter;
  }

  @Override
  public void run() {
    try {
      renew();
    } catch (RuntimeException e) {
      LOG.log(
          Level.WARNING,
          "leases could not be renewed; tried again soon, runs stop themselves after " + stopAfter,
          e);
    }
    stopUnconfirmed();
  }

  private void renew() {
    var runs = live.all();
    if (runs.isEmpty()) {
      return;
    }
    var tokens = new ArrayList<ClaimToken>();
    runs.forEach(run -> tokens.add(run.claim.fence().token()));
    var renewal = store.renew(tokens);
    for (var run : runs) {
      if (renewal.owned().contains(run.claim.fence().token())) {
        live.confirm(run);
      } else {
        run.cancellation.cancel(Reason.OWNERSHIP_LOST);
      }
      if (renewal.cancelRequested().contains(run.claim.runId())) {
        run.cancellation.cancel(Reason.REQUESTED);
      }
    }
  }

  private void stopUnconfirmed() {
    for (var run : live.all()) {
      if (live.unconfirmedFor(run, stopAfter) && !run.cancellation.isCancelled()) {
        LOG.log(
            Level.WARNING,
            "run {0} stops: its lease is unconfirmed; its next owner continues at the last commit",
            run.claim.runId());
        run.cancellation.cancel(Reason.OWNERSHIP_LOST);
      }
    }
  }
}
