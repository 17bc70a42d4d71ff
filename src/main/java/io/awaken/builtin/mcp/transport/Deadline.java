package io.awaken.builtin.mcp.transport;

import io.awaken.builtin.mcp.transport.McpException.Kind;
import java.time.Duration;

/** A deadline, measured from its creation. Immutable. */
final class Deadline {

  private final Duration limit;
  private final long begin = System.nanoTime();

  Deadline(Duration limit) {
    this.limit = limit;
  }

  /**
   * @throws McpException when no time is left
   */
  Duration left() throws McpException {
    Duration left = limit.minusNanos(System.nanoTime() - begin);
    if (left.isNegative() || left.isZero()) {
      throw over();
    }
    return left;
  }

  /** Returns the shorter of a duration and the time left. */
  Duration atMost(Duration time) throws McpException {
    Duration left = left();
    return time.compareTo(left) < 0 ? time : left;
  }

  McpException over() {
    return new McpException(Kind.TIMEOUT, "it did not answer within " + limit.toMillis() + " ms");
  }
}
