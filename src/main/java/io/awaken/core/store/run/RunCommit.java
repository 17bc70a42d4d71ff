package io.awaken.core.store.run;

import io.awaken.core.run.Fence;

/**
 * The one durable write of a running run. Each method is one transaction that first updates the
 * thread row with the fence in its condition. Thread-safe.
 *
 * <p>A failure whose outcome is unknown is cleared up inside: the commit id in the thread row tells
 * whether the write happened, and only then is it repeated.
 */
public interface RunCommit {

  /**
   * Appends what a step brought, and writes the values of the state that changed.
   *
   * @return the fence for the next commit
   * @throws StaleFence when the thread has another owner; nothing was written
   */
  Fence commit(Fence fence, StepCommit step);

  /**
   * Writes the last of an activation and lets its run wait: acknowledges its job and frees the
   * thread's slot, while the run keeps the thread. Messages that it has not taken in stay in its
   * inbox, for the round after the decision.
   *
   * @throws StaleFence when the thread has another owner; nothing was written
   * @throws CancelPending when a cancellation is stored; nothing was written
   * @throws DecisionPending when a decision counts already that the commit does not consume;
   *     nothing was written
   */
  void park(Fence fence, StepCommit last);

  /**
   * Writes the last of a run and its ending, acknowledges its job and frees the thread. Values of
   * the thread stay for its next run; those of the run go when {@code last} says that it has any,
   * and always when somebody else ends the run in its owner's place. Questions that a run leaves
   * which does not end naturally are cancelled, also those that {@code last} does not name.
   * Messages that it has not taken in become runs of the thread.
   *
   * @throws StaleFence when the thread has another owner; nothing was written
   * @throws CancelPending when a cancellation is stored that the outcome does not honour, that is,
   *     the outcome's termination is not {@code Cancelled}; nothing was written
   */
  void finish(Fence fence, StepCommit last, RunOutcome outcome);
}
