package io.awaken.http.api.request;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/** Ties a cursor to its list: a few bytes instead of the list's name. */
public final class Fingerprint {

  private Fingerprint() {}

  /** Returns the first bytes of a name's digest. */
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
