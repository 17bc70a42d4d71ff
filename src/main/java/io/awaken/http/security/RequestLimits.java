package io.awaken.http.security;

/**
 * What requests may take.
 *
 * @param concurrent requests being processed at once; default 100
 * @param bodyBytes bytes of a body; default 1 MiB
 * @param retryAfterSeconds what a refused client is told to wait; default 1
 * @param bodyMemory bytes of bodies of all requests being processed; one body is read whatever its
 *     size, and small ones are read whatever the others have
 */
public record RequestLimits(
    int concurrent, long bodyBytes, int retryAfterSeconds, long bodyMemory) {

  /** With bodies that only their number bounds. */
  public RequestLimits(int concurrent, long bodyBytes, int retryAfterSeconds) {
    this(concurrent, bodyBytes, retryAfterSeconds, Long.MAX_VALUE);
  }

  public static final RequestLimits DEFAULTS = new RequestLimits(100, 1 << 20, 1);

  /** Requests whose bodies are waited for: half of all, so that the others have a place. */
  int waiting() {
    return Math.max(1, concurrent / 2);
  }
}
