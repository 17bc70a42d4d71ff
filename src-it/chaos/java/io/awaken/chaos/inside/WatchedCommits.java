package io.awaken.chaos.inside;

import io.awaken.core.run.Fence;
import io.awaken.core.store.run.RunCommit;
import io.awaken.core.store.run.RunOutcome;
import io.awaken.core.store.run.StepCommit;
import io.awaken.fixture.ForwardingCommit;

/** Writes with points before and after them. */
final class WatchedCommits extends ForwardingCommit {

  WatchedCommits(RunCommit behind) {
    super(behind);
  }

  @Override
  public Fence commit(Fence fence, StepCommit step) {
    refusePoison(fence);
    CrashPoints.pass("before-commit", fence.threadId());
    Fence next = super.commit(fence, step);
    CrashPoints.pass("after-commit", fence.threadId());
    return next;
  }

  @Override
  public void park(Fence fence, StepCommit last) {
    CrashPoints.pass("before-park", fence.threadId());
    super.park(fence, last);
    CrashPoints.pass("after-park", fence.threadId());
  }

  @Override
  public void finish(Fence fence, StepCommit last, RunOutcome outcome) {
    refusePoison(fence);
    CrashPoints.pass("before-finish", fence.threadId());
    super.finish(fence, last, outcome);
    CrashPoints.pass("after-finish", fence.threadId());
  }

  private static void refusePoison(Fence fence) {
    if (fence.threadId().value().startsWith(CrashPoints.POISONED)) {
      throw new IllegalStateException("this run is poison");
    }
  }
}
