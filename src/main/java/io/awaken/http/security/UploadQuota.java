package io.awaken.http.security;

import io.awaken.core.run.Caller;

/**
 * Limits how often media is uploaded, like {@link SubmitQuota} for runs. Thread-safe.
 *
 * @param quota made with {@link SubmitQuota#UPLOADS}
 */
public record UploadQuota(SubmitQuota quota) {

  /**
   * Counts an upload.
   *
   * @throws RefusedException 429 when the caller, its tenant or its address has no uploads left
   */
  public void take(Caller caller) {
    quota.take(caller);
  }
}
