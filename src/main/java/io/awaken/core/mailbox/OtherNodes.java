package io.awaken.core.mailbox;

import io.awaken.core.event.EventBus;
import io.awaken.core.event.Hint;
import io.awaken.core.mailbox.LiveRuns.LiveRun;
import io.awaken.core.run.RunId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;

/**
 * Publishes hints to other nodes and acts on theirs: polls for due jobs, or renews a lease early to
 * read what was stored for its run. A wrong hint costs one query. Thread-safe.
 */
public final class OtherNodes {

  private final Mailbox mailbox;
  private final LiveRuns live;
  private final RenewLeases renewal;
  private final Executor leases;
  private final Set<RunId> hinted = new HashSet<>();
  private boolean allHinted;

  private OtherNodes(Mailbox mailbox, LiveRuns live, RenewLeases renewal, Executor leases) {
    this.mailbox = mailbox;
    this.live = live;
    this.renewal = renewal;
    this.leases = leases;
  }

  /**
   * Subscribes to the bus and starts publishing.
   *
   * @param leases executes renewals one after the other
   */
  public static void connect(
      EventBus bus, Mailbox mailbox, LiveRuns live, RenewLeases renewal, Executor leases) {
    var others = new OtherNodes(mailbox, live, renewal, leases);
    bus.subscribe(others::heard);
    mailbox.tell(bus::publish);
    live.tell(bus::publish);
    live.ask(others::look);
  }

  private void heard(Hint hint) {
    switch (hint) {
      case Hint.Work work -> mailbox.wakeUp().signal();
      case Hint.Queued queued -> mailbox.queuedElsewhere(queued.thread(), queued.taken());
      case Hint.Stored stored -> look(stored.run());
      case Hint.Missed missed -> {
        mailbox.wakeUp().signal();
        lookAtAll();
      }
      case Hint.Following following -> {
        // The hub handles this one and the three below.
      }
      case Hint.Tail tail -> {}
      case Hint.Watching watching -> {}
      case Hint.Turned turned -> {}
    }
  }

  private void look(RunId run) {
    if (runs(Set.of(run)).isEmpty()) {
      return;
    }
    synchronized (hinted) {
      boolean comes = allHinted || !hinted.isEmpty();
      hinted.add(run);
      if (comes) {
        return;
      }
    }
    lookSoon();
  }

  private void lookAtAll() {
    synchronized (hinted) {
      boolean comes = allHinted || !hinted.isEmpty();
      allHinted = true;
      if (comes) {
        return;
      }
    }
    lookSoon();
  }

  private void lookSoon() {
    try {
      leases.execute(this::look);
    } catch (RejectedExecutionException e) {
      // The node is stopping; its runs are handed over.
    } catch (RuntimeException | Error e) {
      // Otherwise no later hint would trigger a renewal.
      forget();
      throw e;
    }
  }

  private void forget() {
    synchronized (hinted) {
      allHinted = false;
      hinted.clear();
    }
  }

  /** Renews all hinted runs at once. */
  private void look() {
    boolean all;
    Set<RunId> some;
    synchronized (hinted) {
      all = allHinted;
      some = Set.copyOf(hinted);
      allHinted = false;
      hinted.clear();
    }
    renewal.run(all ? live.all() : runs(some));
  }

  private List<LiveRun> runs(Set<RunId> ids) {
    return live.those(run -> ids.contains(run.claim.runId()));
  }
}
