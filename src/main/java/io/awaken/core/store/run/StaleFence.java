package io.awaken.core.store.run;

import io.awaken.core.run.Fence;

/**
 * The writer no longer owns the thread; nothing was written. It must drop the run: the new owner
 * continues from the last commit.
 */
public final class StaleFence extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public StaleFence(Fence fence) {
    super(
        "run " + fence.runId() + " is no longer owned by epoch " + fence.epoch(),
        null,
        false,
        false);
  }
}
