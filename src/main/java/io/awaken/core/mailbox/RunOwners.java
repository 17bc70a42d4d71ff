package io.awaken.core.mailbox;

import io.awaken.core.event.Hint;
import io.awaken.core.mailbox.LiveRuns.LiveRun;
import io.awaken.core.run.CancellationToken.Reason;
import io.awaken.core.run.RunId;
import java.util.List;
import java.util.function.Consumer;

/**
 * Signals the owner of a run: directly when this node executes the run, otherwise by a hint to the
 * other nodes. Call it after what the signal is about was stored. Thread-safe.
 */
public final class RunOwners {

  private final LiveRuns live;
  private final Consumer<RunId> renewal;
  private final Consumer<Hint> others;

  /**
   * @param renewal renews the lease of a run of this node soon, which shows whether the node still
   *     owns it; see {@link EarlyRenewal}
   * @param others publishes a hint to the other nodes; must not block
   */
  public RunOwners(LiveRuns live, Consumer<RunId> renewal, Consumer<Hint> others) {
    this.live = live;
    this.renewal = renewal;
    this.others = others;
  }

  /** For a node that publishes nothing to others and renews leases by the clock only. */
  public static RunOwners withoutBus(LiveRuns live) {
    return new RunOwners(live, run -> {}, hint -> {});
  }

  /** Asks a run to stop. */
  public void cancel(RunId runId) {
    List<LiveRun> here = live.owned(runId);
    here.forEach(run -> run.signals.cancellation().cancel(Reason.REQUESTED));
    if (here.isEmpty()) {
      publish(new Hint.Stored(runId));
    }
  }

  /** Signals that a decision or message for a run was stored. */
  void notify(RunId runId) {
    List<LiveRun> here = live.owned(runId);
    here.forEach(run -> run.signals.inbox().raise());
    if (here.isEmpty()) {
      publish(new Hint.Stored(runId));
    }
  }

  /** Signals that a run may have been ended in place of its owner, which then checks its lease. */
  public void taken(RunId runId) {
    if (live.owned(runId).isEmpty()) {
      publish(new Hint.Stored(runId));
    } else {
      renewal.accept(runId);
    }
  }

  /** Publishes a hint to the other nodes. */
  void publish(Hint hint) {
    others.accept(hint);
  }

  /** The runs that this node executes. */
  LiveRuns live() {
    return live;
  }
}
