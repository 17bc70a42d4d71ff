package io.awaken.core.loop.activation;

import io.awaken.core.run.Fence;
import java.time.Duration;
import java.util.Optional;

/** Gives a run that is not done back to the mailbox, so that whichever node continues it. */
@FunctionalInterface
public interface HandOver {

  /**
   * @param wait nobody goes on with it before this has passed
   * @return in what time it goes on; empty when the run was not owned any more
   */
  Optional<Duration> release(Fence fence, Duration wait);

  /**
   * The same at once.
   *
   * @return false when the run was not owned any more
   */
  default boolean release(Fence fence) {
    return release(fence, Duration.ZERO).isPresent();
  }

  /**
   * Whether somebody goes on with a run when its time has come; if not, it waits on its thread.
   * Default: yes.
   */
  default boolean resumes() {
    return true;
  }
}
