package io.awaken.http.security.load;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How long a body may take to arrive (attack S32). A client that sends a byte now and then occupies
 * a request slot. The time is checked when bytes arrive; a client that sends nothing is left to the
 * server's own read timeout, and {@link RequestGate} limits their number.
 *
 * @param atMost since the request was read; default 30 s
 * @param nanos a monotonic clock in nanoseconds
 */
public record BodyTime(Duration atMost, LongSupplier nanos) {

  long now() {
    return nanos.getAsLong();
  }

  boolean over(long begun) {
    return now() - begun > atMost.toNanos();
  }
}
