package io.awaken.builtin.mcp.transport;

import io.awaken.builtin.mcp.transport.McpException.Kind;
import java.time.Duration;

/** A time by which something must be over; it begins when this is made. Immutable. */
final class Deadline {

  private final Duration limit;
  private final long begin = System.nanoTime();

  Deadline(Duration limit) {
    this.limit = limit;
  }

  /**
   * @throws McpException when nothing is left
   */
  Duration left() throws McpException {
    Duration left = limit.minusNanos(System.nanoTime() - begin);
    if (left.isNegative() || left.isZero()) {
      throw over();
    }
    return left;
  }

  /** The shorter of a time and what is left. */
  Duration atMost(Duration time) throws McpException {
    Duration left = left();
    return time.compareTo(left) < 0 ? time : left;
  }

  McpException over() {
    return new McpException(Kind.TIMEOUT, "it did not answer within " + limit.toMillis() + " ms");
  }
}
