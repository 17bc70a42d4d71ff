package io.awaken.http.security.load;

import java.time.Duration;

/**
 * How long requests wait for a place, and how many may.
 *
 * @param atMost the longest wait of a request for a place; default 5 s
 * @param requests requests that may wait at once; default 2,000
 * @param forBody how long a request with a place waits, on its thread, for its turn to read an
 *     outstanding body; default 500 ms
 */
public record WaitingLimits(Duration atMost, int requests, Duration forBody) {

  /** Requests without a free place are refused at once. */
  public static final WaitingLimits NONE = new WaitingLimits(Duration.ZERO, 0, Duration.ZERO);
}
