package io.awaken.http.submit;

import io.awaken.core.run.RunRecord;
import io.awaken.core.store.outbox.OpenQuestions;
import io.awaken.core.store.outbox.PushTarget;
import io.awaken.core.store.outbox.PushTargets;

/** Registers who wants to hear of runs. Thread-safe. */
public final class PushDesk {

  private final PushTargets targets;
  private final Runnable due;

  /**
   * @param due hints that a message may be due: a late registration is told of the run's state
   */
  public PushDesk(PushTargets targets, Runnable due) {
    this.targets = targets;
    this.due = due;
  }

  /**
   * Adds a target, or replaces the one with its key.
   *
   * @param asked the questions for which the run waits; null for those that are open when it is
   *     told
   * @return false when the run has {@link PushTarget#MOST} others, or does not exist
   */
  public boolean register(RunRecord run, PushTarget target, OpenQuestions asked) {
    boolean stored = targets.put(run.threadId(), run.runId(), target, asked);
    if (stored) {
      due.run();
    }
    return stored;
  }

  /** Removes a target; nothing more is sent to it. One that is gone is no error. */
  public void remove(RunRecord run, String key) {
    targets.removeTarget(run.threadId(), run.runId(), key);
  }
}
