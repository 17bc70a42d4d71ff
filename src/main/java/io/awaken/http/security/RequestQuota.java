package io.awaken.http.security;

import io.awaken.core.run.Caller;
import java.util.Optional;

/**
 * Bounds how many requests of any kind come in a second, as {@link SubmitQuota} does for runs
 * (features row 1165). Thread-safe.
 *
 * @param quota made with {@link SubmitQuota#REQUESTS}
 */
public record RequestQuota(SubmitQuota quota) {

  /**
   * Counts a request.
   *
   * @param address of a caller without a name; empty for one that is not counted
   * @throws RefusedException 429 when the caller, its tenant or its address asked as often as it
   *     may
   */
  public void take(Caller caller, Optional<String> address) {
    quota.take(caller, address);
  }
}
