package io.awaken.http.security.load;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * How long a body may take to come (attack S32). A client that sends a byte now and then keeps a
 * request in work, of which there are few. It is asked when bytes come: one who sends nothing at
 * all is left to the server's own time for a read, and {@link RequestGate} bounds how many of them
 * there are.
 *
 * @param atMost from when the request was read; default 30 s
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
