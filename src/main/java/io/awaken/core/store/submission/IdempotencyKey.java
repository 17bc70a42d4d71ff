package io.awaken.core.store.submission;

import java.time.Duration;

/**
 * Identifies a request that its sender may repeat: repeating a request with the same key returns
 * the run it created. Keys are scoped to a caller and a route.
 *
 * @param route the requested route, such as {@code POST /v1/runs}
 * @param key the sender's key
 * @param bodyHash detects another request with the same key
 */
public record IdempotencyKey(String route, String key, String bodyHash) {

  /** Default retention time of a key. */
  public static final Duration KEPT = Duration.ofHours(24);

  /**
   * The result of a request with this key after an earlier one.
   *
   * @param hash the body of the earlier request
   * @param earlier its run
   * @param stored whether that run is still stored
   */
  public SubmitResult after(String hash, SubmitResult.Repeated earlier, boolean stored) {
    if (!bodyHash.equals(hash)) {
      return SubmitResult.Refused.keyTaken(key);
    }
    return stored ? earlier : SubmitResult.Refused.runDeleted(earlier.runId());
  }
}
