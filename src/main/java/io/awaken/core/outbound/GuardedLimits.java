package io.awaken.core.outbound;

import java.time.Duration;

/**
 * Limits of one guarded call.
 *
 * @param total total time, from name resolution to the last byte
 * @param maxBytes maximum bytes of the response body
 * @param redirects maximum redirects to follow; with 0 the redirect itself is the response
 */
public record GuardedLimits(Duration total, long maxBytes, int redirects) {

  private static final int MAX_REDIRECTS = 10;

  /**
   * @throws IllegalArgumentException naming the limit that is out of range
   */
  public GuardedLimits {
    if (total.isNegative() || total.isZero()) {
      throw new IllegalArgumentException("total must be longer than nothing");
    }
    if (maxBytes < 0) {
      throw new IllegalArgumentException("maxBytes must be 0 or more");
    }
    if (redirects < 0 || redirects > MAX_REDIRECTS) {
      throw new IllegalArgumentException("redirects must be 0 to " + MAX_REDIRECTS);
    }
  }

  /** Without redirects. */
  public static GuardedLimits of(Duration total, long maxBytes) {
    return new GuardedLimits(total, maxBytes, 0);
  }

  /** A copy with this number of redirects. */
  public GuardedLimits following(int number) {
    return new GuardedLimits(total, maxBytes, number);
  }
}
