package io.awaken.core.store.run;

import io.awaken.core.run.Fence;

/**
 * The writer does not own the thread any more; nothing was written. The only right reaction is to
 * drop the run: its new owner continues at the last commit.
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
