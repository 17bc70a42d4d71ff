package io.awaken.builtin.mcp.transport;

import java.time.Duration;

/** Waits for a duration. */
@FunctionalInterface
public interface Pause {

  void sleep(Duration time) throws InterruptedException;
}
