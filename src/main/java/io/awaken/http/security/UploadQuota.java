package io.awaken.http.security;

import io.awaken.core.run.Caller;

/**
 * Bounds how often media is uploaded, as {@link SubmitQuota} does for runs. Thread-safe.
 *
 * @param quota made with {@link SubmitQuota#UPLOADS}
 */
public record UploadQuota(SubmitQuota quota) {

  /**
   * Counts an upload.
   *
   * @throws RefusedException 429 when the caller, its tenant or its address uploaded as often as it
   *     may
   */
  public void take(Caller caller) {
    quota.take(caller);
  }
}
