package io.awaken.core.loop;

import io.awaken.core.run.Fence;

/** Gives a run that is not done back to the mailbox, so that another node continues it. */
@FunctionalInterface
public interface HandOver {

  /**
   * @return false when the run was not owned any more
   */
  boolean release(Fence fence);
}
