package io.awaken.chaos.inside;

import io.awaken.core.run.Fence;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StepCommit;
import io.awaken.fixture.ForwardingCommit;

/** Run commits with failpoints before and after each write. */
final class FailpointCommits extends ForwardingCommit {

  FailpointCommits(RunCommit delegate) {
    super(delegate);
  }

  @Override
  public Fence commit(Fence fence, StepCommit step) {
    refusePoison(fence);
    Failpoints.pass("before-commit", fence.threadId());
    Fence next = super.commit(fence, step);
    Failpoints.pass("after-commit", fence.threadId());
    return next;
  }

  @Override
  public boolean park(Fence fence, StepCommit last) {
    Failpoints.pass("before-park", fence.threadId());
    boolean told = super.park(fence, last);
    Failpoints.pass("after-park", fence.threadId());
    return told;
  }

  @Override
  public boolean finish(Fence fence, StepCommit last, RunOutcome outcome) {
    refusePoison(fence);
    Failpoints.pass("before-finish", fence.threadId());
    boolean told = super.finish(fence, last, outcome);
    Failpoints.pass("after-finish", fence.threadId());
    return told;
  }

  private static void refusePoison(Fence fence) {
    if (fence.threadId().value().startsWith(Failpoints.POISONED)) {
      throw new IllegalStateException("this run is poisoned");
    }
  }
}
