package io.awaken.core.mailbox.control;

import io.awaken.core.mailbox.LiveRuns;
import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.run.RunStore.CancelResult;

/**
 * Cancels runs: a durable note first, then a signal for a run of this node; a run of another node
 * hears of it at its next renewal at the latest. Thread-safe.
 */
public final class RunCanceller {

  private final RunStore runs;
  private final LiveRuns live;
  private final Mailbox mailbox;

  public RunCanceller(RunStore runs, LiveRuns live, Mailbox mailbox) {
    this.runs = runs;
    this.live = live;
    this.mailbox = mailbox;
  }

  public CancelResult cancel(RunId runId, Caller by) {
    CancelResult result = runs.cancel(runId, by);
    switch (result) {
      case REQUESTED -> live.cancel(runId);
      // A run that waited kept its thread from the next one in the queue.
      case ENDED -> mailbox.endedUnowned();
      case ALREADY_DONE, NOT_FOUND -> {
        // Nothing was written.
      }
    }
    return result;
  }
}
