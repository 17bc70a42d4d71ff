package io.awaken.builtin.mcp.transport;

import io.awaken.builtin.mcp.transport.McpException.Kind;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A deadline, measured from its creation. Progress restarts it, up to a maximum of the total time.
 * Thread-safe.
 */
public final class Deadline {

  private final Duration limit;
  private final Duration total;
  private final LongSupplier nanos;
  private final long begin;
  private volatile long since;

  /**
   * @param limit time from the creation or the last restart
   * @param total time from the creation
   */
  public Deadline(Duration limit, Duration total) {
    this(limit, total, System::nanoTime);
  }

  Deadline(Duration limit, Duration total, LongSupplier nanos) {
    this.limit = limit;
    this.total = total;
    this.nanos = nanos;
    this.begin = nanos.getAsLong();
    this.since = begin;
  }

  /** A deadline that progress does not move. */
  public static Deadline fixed(Duration limit) {
    return new Deadline(limit, limit);
  }

  /** Grants the limit anew, within the maximum; without effect after the end. */
  public void restart() {
    if (remaining().isPositive()) {
      since = nanos.getAsLong();
    }
  }

  /** Returns the time left; zero or negative after the end. */
  public Duration remaining() {
    Duration ofLimit = limit.minusNanos(nanos.getAsLong() - since);
    Duration ofTotal = ofTotal();
    return ofLimit.compareTo(ofTotal) < 0 ? ofLimit : ofTotal;
  }

  private Duration ofTotal() {
    return total.minusNanos(nanos.getAsLong() - begin);
  }

  /**
   * @throws McpException when no time is left
   */
  public Duration left() throws McpException {
    Duration left = remaining();
    if (!left.isPositive()) {
      throw over();
    }
    return left;
  }

  /** Returns the shorter of a duration and the time left. */
  Duration atMost(Duration time) throws McpException {
    Duration left = left();
    return time.compareTo(left) < 0 ? time : left;
  }

  /** Returns the failure of a request whose time is over. */
  public McpException over() {
    // Timers are not exact, so the bound that ends first decides.
    boolean whole = limit.minusNanos(nanos.getAsLong() - since).compareTo(ofTotal()) > 0;
    Duration time = whole ? total : limit;
    String what = whole || since == begin ? "it did not answer" : "it reported no progress";
    return new McpException(Kind.TIMEOUT, what + " within " + time.toMillis() + " ms");
  }
}
