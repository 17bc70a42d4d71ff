package io.awaken.core.loop;

import io.awaken.core.loop.activation.Activation;
import io.awaken.core.loop.activation.QueueHints;
import io.awaken.core.run.RunId;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.store.suspension.SuspensionStore;
import io.awaken.core.suspension.AwaitedRun;
import io.awaken.core.suspension.SuspensionKind;

/** Cancels the runs of delegates that an ended run no longer waits for. Thread-safe. */
final class AbandonedRuns {

  private final SuspensionStore suspensions;
  private final QueueHints queue;

  AbandonedRuns(SuspensionStore suspensions, QueueHints queue) {
    this.suspensions = suspensions;
    this.queue = queue;
  }

  /** Does nothing about runs that are done. */
  void cancel(Activation ended) {
    for (SuspensionRecord question : suspensions.ofRun(ended.identity().runId())) {
      if (question.kind() == SuspensionKind.CHILD && question.decision() == null) {
        var run = new RunId(AwaitedRun.of(question.ticket()).runId());
        queue.cancel(run, ended.identity().caller());
      }
    }
  }
}
