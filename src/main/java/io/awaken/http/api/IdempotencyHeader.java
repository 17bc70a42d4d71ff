package io.awaken.http.api;

import io.awaken.core.commit.IdempotencyKey;
import io.awaken.http.security.Refusal;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The header {@code Idempotency-Key} of requests that begin runs. */
final class IdempotencyHeader {

  static final String NAME = "Idempotency-Key";
  static final int LONGEST = 255;

  private IdempotencyHeader() {}

  /**
   * The key of a request. What counts of its body is what it says, not how it is spaced.
   *
   * @param header null for a request without one
   * @throws io.awaken.http.security.RefusedException 400 naming the header
   */
  static IdempotencyKey of(String header, String route, Object body) {
    if (header == null) {
      return null;
    }
    boolean visible = header.chars().allMatch(c -> c > ' ' && c < 127);
    if (header.isEmpty() || header.length() > LONGEST || !visible) {
      throw Refusal.invalid(NAME, NAME + " must be 1 to 255 visible ASCII characters").exception();
    }
    return new IdempotencyKey(route, header, sha256(NativeJson.bytes(body)));
  }

  private static String sha256(byte[] body) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
