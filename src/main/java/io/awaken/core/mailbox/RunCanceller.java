package io.awaken.core.mailbox;

import io.awaken.core.commit.RunStore;
import io.awaken.core.commit.RunStore.CancelResult;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;

/**
 * Cancels runs: a durable note first, then a signal for a run of this node; a run of another node
 * hears of it at its next renewal at the latest. Thread-safe.
 */
public final class RunCanceller {

  private final RunStore runs;
  private final LiveRuns live;

  public RunCanceller(RunStore runs, LiveRuns live) {
    this.runs = runs;
    this.live = live;
  }

  public CancelResult cancel(RunId runId, Caller by) {
    CancelResult result = runs.cancel(runId, by);
    if (result == CancelResult.REQUESTED) {
      live.cancel(runId);
    }
    return result;
  }
}
