package io.awaken.core.mailbox.control;

import io.awaken.core.mailbox.Mailbox;
import io.awaken.core.mailbox.RunOwners;
import io.awaken.core.run.Caller;
import io.awaken.core.run.RunId;
import io.awaken.core.store.run.RunStore;
import io.awaken.core.store.run.RunStore.CancelResult;

/**
 * Cancels runs: stores the request, then signals a run of this node. A run on another node notices
 * by its next renewal at the latest. Thread-safe.
 */
public final class RunCanceller {

  private final RunStore runs;
  private final RunOwners owners;
  private final Mailbox mailbox;

  public RunCanceller(RunStore runs, RunOwners owners, Mailbox mailbox) {
    this.runs = runs;
    this.owners = owners;
    this.mailbox = mailbox;
  }

  public CancelResult cancel(RunId runId, Caller by) {
    CancelResult result = runs.cancel(runId, by);
    switch (result) {
      case REQUESTED -> owners.cancel(runId);
      // A waiting run blocked the next one in the queue.
      case ENDED -> mailbox.endedUnowned();
      case ALREADY_DONE, NOT_FOUND -> {}
    }
    return result;
  }
}
