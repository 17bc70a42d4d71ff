package io.awaken.mcp.stdio;

import java.time.Duration;

/** Waits; tests do not. */
@FunctionalInterface
interface Pause {
  void of(Duration time) throws InterruptedException;
}
