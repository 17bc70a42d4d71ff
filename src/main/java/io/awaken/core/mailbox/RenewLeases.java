package io.awaken.core.mailbox;

import io.awaken.core.observe.RunObserver;
import io.awaken.core.observe.RunObserver.Operation;
import io.awaken.core.run.CancellationToken.Reason;
import io.awaken.core.run.ClaimToken;
import io.awaken.core.store.job.LeaseStore;
import io.awaken.core.store.job.MailboxStore.Renewal;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * The timer duty that renews the leases of live runs, signals cancellations, decisions and messages
 * that other nodes stored, and ends runs whose time is up. {@link StopUnconfirmed} stops runs whose
 * leases it could not renew.
 */
public final class RenewLeases implements Runnable {

  private static final Logger LOG = System.getLogger(RenewLeases.class.getName());

  private final LiveRuns live;
  private final LeaseStore store;
  private final RunObserver observer;

  /** Without an observer. */
  public RenewLeases(LiveRuns live, LeaseStore store) {
    this(live, store, RunObserver.NONE);
  }

  public RenewLeases(LiveRuns live, LeaseStore store, RunObserver observer) {
    this.observer = observer;
    this.live = live;
    this.store = store;
  }

  @Override
  public void run() {
    run(live.all());
  }

  /** Renews some leases early. */
  void run(Collection<LiveRuns.LiveRun> runs) {
    try {
      renew(runs);
    } catch (RuntimeException e) {
      LOG.log(
          Level.WARNING,
          "leases could not be renewed; tried again soon, and runs stop before their leases end",
          e);
    }
  }

  /**
   * Skips runs that this node has lost, also by a pause of the whole process: renewing their leases
   * would keep their next owner waiting.
   */
  private void renew(Collection<LiveRuns.LiveRun> some) {
    List<LiveRuns.LiveRun> runs = some.stream().filter(live::isValid).toList();
    if (runs.isEmpty()) {
      return;
    }
    var tokens = new ArrayList<ClaimToken>();
    runs.forEach(run -> tokens.add(run.claim.fence().token()));
    long sent = live.now();
    Renewal renewal =
        observer.queue(
            Operation.RENEW,
            store,
            tokens,
            null,
            (leases, all, none) -> leases.renew(all),
            kept -> kept.owned().size() + kept.busy().size() == tokens.size());
    for (var run : runs) {
      var token = run.claim.fence().token();
      if (renewal.owned().contains(token)) {
        live.confirm(run, sent);
      } else if (!renewal.busy().contains(token)) {
        live.lose(run);
      }
      if (renewal.cancelRequested().contains(run.claim.runId())) {
        run.signals.cancellation().cancel(Reason.REQUESTED);
      }
      if (renewal.overdue().contains(token)) {
        run.signals.cancellation().cancel(Reason.OVERDUE);
      }
      if (renewal.inboxPending().contains(run.claim.runId())) {
        run.signals.inbox().raise();
      }
    }
  }
}
