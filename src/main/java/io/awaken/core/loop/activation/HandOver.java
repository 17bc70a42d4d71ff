package io.awaken.core.loop.activation;

import io.awaken.core.run.Fence;
import java.time.Duration;
import java.util.Optional;

/** Returns an unfinished run to the mailbox, so that any node may continue it. */
@FunctionalInterface
public interface HandOver {

  /**
   * @param wait the time before which no node resumes it
   * @return the time until it is due; empty when another node owns the run
   */
  Optional<Duration> release(Fence fence, Duration wait);

  /**
   * Releases a run that is due at once.
   *
   * @return false when another node owns the run
   */
  default boolean release(Fence fence) {
    return release(fence, Duration.ZERO).isPresent();
  }

  /**
   * Whether a node resumes a released run when it is due; otherwise the run waits on its thread.
   * Default: yes.
   */
  default boolean resumes() {
    return true;
  }
}
