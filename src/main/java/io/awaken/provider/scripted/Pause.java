package io.awaken.provider.scripted;

import io.awaken.core.run.CancellationToken;
import java.time.Duration;

/** Lets time pass between the pieces of an answer; a port so that tests need not wait. */
@FunctionalInterface
public interface Pause {

  /**
   * Blocks for this long.
   *
   * @throws io.awaken.core.run.RunCancelled as soon as the token is cancelled
   */
  void await(Duration duration, CancellationToken cancellation);
}
