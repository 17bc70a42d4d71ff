package io.awaken.http.api.request;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/** What cursors know their list by: a few bytes in the place of its name. */
public final class Fingerprint {

  private Fingerprint() {}

  /** The first bytes of a digest of a name. */
  public static byte[] of(String name, int bytes) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
      return Arrays.copyOf(digest, bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
