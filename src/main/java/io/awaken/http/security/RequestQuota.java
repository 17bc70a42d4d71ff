package io.awaken.http.security;

import io.awaken.core.run.Caller;
import java.util.Optional;

/**
 * Limits requests of any kind per second, like {@link SubmitQuota} for runs (features row 1165).
 * Thread-safe.
 *
 * @param quota made with {@link SubmitQuota#REQUESTS}
 */
public record RequestQuota(SubmitQuota quota) {

  /**
   * Counts a request.
   *
   * @param address of an anonymous caller; empty for an uncounted one
   * @throws RefusedException 429 when the caller, its tenant or its address has no requests left
   */
  public void take(Caller caller, Optional<String> address) {
    quota.take(caller, address);
  }
}
