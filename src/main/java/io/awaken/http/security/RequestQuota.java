package io.awaken.http.security;

import io.awaken.core.run.Caller;

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
   * @throws RefusedException 429 when the caller, its tenant or its address asked as often as it
   *     may
   */
  public void take(Caller caller) {
    quota.take(caller);
  }
}
