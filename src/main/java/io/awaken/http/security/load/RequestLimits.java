package io.awaken.http.security.load;

/**
 * Limits of requests.
 *
 * @param concurrent requests being processed at once; default 100
 * @param bodyBytes bytes of a body; default 1 MiB
 * @param retryAfterSeconds the {@code Retry-After} of a refusal; default 1
 * @param bodyMemory bytes of bodies of all requests being processed; a single body of any size and
 *     all small ones are always read
 * @param uploadBytes bytes of a media body; default 3 MiB
 */
public record RequestLimits(
    int concurrent, long bodyBytes, int retryAfterSeconds, long bodyMemory, long uploadBytes) {

  private static final long UPLOAD = 3 << 20;

  /** With the default limit of uploads. */
  public RequestLimits(int concurrent, long bodyBytes, int retryAfterSeconds, long bodyMemory) {
    this(concurrent, bodyBytes, retryAfterSeconds, bodyMemory, UPLOAD);
  }

  /** Without a limit of memory for bodies. */
  public RequestLimits(int concurrent, long bodyBytes, int retryAfterSeconds) {
    this(concurrent, bodyBytes, retryAfterSeconds, Long.MAX_VALUE);
  }

  public static final RequestLimits DEFAULTS = new RequestLimits(100, 1 << 20, 1);

  /** For a request whose body is media. */
  RequestLimits ofUpload() {
    return new RequestLimits(concurrent, uploadBytes, retryAfterSeconds, bodyMemory, uploadBytes);
  }

  /**
   * Maximum number of requests with outstanding bodies: half of all, so that the others have a
   * place.
   */
  int waiting() {
    return Math.max(1, concurrent / 2);
  }
}
