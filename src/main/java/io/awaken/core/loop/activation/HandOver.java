package io.awaken.core.loop.activation;

import io.awaken.core.run.Fence;
import java.time.Duration;
import java.util.Optional;

/** Gives a run that is not done back to the mailbox, so that whichever node continues it. */
@FunctionalInterface
public interface HandOver {

  /**
   * @param wait the time before which no node resumes it
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
   * Whether a node resumes a released run when it is due; if not, the run waits on its thread.
   * Default: yes.
   */
  default boolean resumes() {
    return true;
  }
}
