package io.awaken.core.mailbox;

import io.awaken.core.mailbox.LiveRuns.LiveRun;
import io.awaken.core.run.RunId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Renews the leases of runs for which something may have been stored, instead of waiting for their
 * next renewal by the clock. Requests that come before a renewal has begun share it. Thread-safe.
 */
public final class EarlyRenewal {

  private final LiveRuns live;
  private final RenewLeases renewal;
  private final Executor leases;
  private final Set<RunId> requested = new HashSet<>();
  private boolean allRequested;

  /**
   * @param leases renews leases, one after the other
   */
  public EarlyRenewal(LiveRuns live, RenewLeases renewal, Executor leases) {
    this.live = live;
    this.renewal = renewal;
    this.leases = leases;
  }

  /** Renews the lease of a run soon, if this node executes it. */
  public void request(RunId run) {
    if (!runs(Set.of(run)).isEmpty()) {
      request(Set.of(run), false);
    }
  }

  /** Renews the leases of all runs of this node soon. */
  void requestAll() {
    request(Set.of(), true);
  }

  private void request(Set<RunId> some, boolean all) {
    synchronized (requested) {
      boolean pending = allRequested || !requested.isEmpty();
      requested.addAll(some);
      allRequested |= all;
      if (pending) {
        return;
      }
    }
    try {
      leases.execute(this::renew);
    } catch (RejectedExecutionException e) {
      // The node has ended; its runs are handed over.
    } catch (RuntimeException | Error e) {
      // A request that stays pending would suppress all later ones.
      forget();
      throw e;
    }
  }

  private void forget() {
    synchronized (requested) {
      allRequested = false;
      requested.clear();
    }
  }

  /** One query for all runs that were requested since the last one. */
  private void renew() {
    boolean all;
    Set<RunId> some;
    synchronized (requested) {
      all = allRequested;
      some = Set.copyOf(requested);
      allRequested = false;
      requested.clear();
    }
    renewal.run(all ? live.all() : runs(some));
  }

  private List<LiveRun> runs(Set<RunId> ids) {
    return live.those(run -> ids.contains(run.claim.runId()));
  }
}
