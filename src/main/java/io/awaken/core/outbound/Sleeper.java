package io.awaken.core.outbound;

import java.time.Duration;

/** Waits for a duration. */
@FunctionalInterface
public interface Sleeper {

  void sleep(Duration time) throws InterruptedException;
}
