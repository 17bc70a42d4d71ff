package io.awaken.http.security.load;

/**
 * What requests may take.
 *
 * @param concurrent requests being processed at once; default 100
 * @param bodyBytes bytes of a body; default 1 MiB
 * @param retryAfterSeconds the {@code Retry-After} of a refusal; default 1
 * @param bodyMemory bytes of bodies of all requests being processed; one body is read whatever its
 *     size, and small ones are read whatever the others have
 * @param uploadBytes bytes of a body that is media; default 3 MiB
 */
public record RequestLimits(
    int concurrent, long bodyBytes, int retryAfterSeconds, long bodyMemory, long uploadBytes) {

  private static final long UPLOAD = 3 << 20;

  /** With the usual limit of uploads. */
  public RequestLimits(int concurrent, long bodyBytes, int retryAfterSeconds, long bodyMemory) {
    this(concurrent, bodyBytes, retryAfterSeconds, bodyMemory, UPLOAD);
  }

  /** With bodies that only their number bounds. */
  public RequestLimits(int concurrent, long bodyBytes, int retryAfterSeconds) {
    this(concurrent, bodyBytes, retryAfterSeconds, Long.MAX_VALUE);
  }

  public static final RequestLimits DEFAULTS = new RequestLimits(100, 1 << 20, 1);

  /** For a request whose body is media. */
  RequestLimits ofUpload() {
    return new RequestLimits(concurrent, uploadBytes, retryAfterSeconds, bodyMemory, uploadBytes);
  }

  /** Requests whose bodies are waited for: half of all, so that the others have a place. */
  int waiting() {
    return Math.max(1, concurrent / 2);
  }
}
