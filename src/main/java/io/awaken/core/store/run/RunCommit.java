package io.awaken.core.store.run;

import io.awaken.core.run.Fence;
import io.awaken.core.store.outbox.PushTargets;

/**
 * The one durable write of a running run. Each method is one transaction that first updates the
 * thread row with the fence in its condition. Thread-safe.
 *
 * <p>After a failure with an unknown outcome, the implementation compares the commit id in the
 * thread row and repeats the write only if it did not happen.
 */
public interface RunCommit {

  /**
   * Appends the messages, calls and events of a step, and writes the changed state values.
   *
   * @return the fence for the next commit
   * @throws StaleFence when the thread has another owner; nothing was written
   */
  Fence commit(Fence fence, StepCommit step);

  /**
   * Writes the last commit of an activation and suspends its run: acknowledges its job and frees
   * the thread's slot, while the run stays the thread's open run. Unread messages stay in its inbox
   * until the decision. Without an open suspension the run waits for its tasks, and any message
   * resumes it.
   *
   * @throws StaleFence when the thread has another owner; nothing was written
   * @throws CancelPending when a cancellation is stored; nothing was written
   * @throws DecisionPending when the commit does not consume an effective decision, or the message
   *     that the run would wait for; nothing was written
   * @return whether {@link PushTargets} of the run are told; only a hint to deliver
   */
  boolean park(Fence fence, StepCommit last);

  /**
   * Writes the last commit of a run with its ending, acknowledges its job and frees the thread.
   * Thread state stays for the next run. Run state is deleted if {@code last} reports any, and
   * always when the run ends without its owner. If the run does not end naturally, its open
   * suspensions are cancelled, even those that {@code last} does not name. Its unread messages
   * become runs of the thread.
   *
   * @throws StaleFence when the thread has another owner; nothing was written
   * @throws CancelPending when a cancellation is stored and the outcome's termination is not {@code
   *     Cancelled}; nothing was written
   * @return whether {@link PushTargets} of the run are told; only a hint to deliver
   */
  boolean finish(Fence fence, StepCommit last, RunOutcome outcome);

  /**
   * The run has an unread cancellation and cannot end otherwise; nothing was written. The run ends
   * as cancelled instead.
   */
  final class CancelPending extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public CancelPending() {
      super("a cancellation is stored", null, false, false);
    }
  }

  /**
   * An effective decision, or the message of a task, arrived before the run parked; nothing was
   * written. The run consumes it and continues.
   */
  final class DecisionPending extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public DecisionPending() {
      super("a decision is stored", null, false, false);
    }
  }
}
