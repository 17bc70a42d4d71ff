package io.awaken.http.api.request;

import io.awaken.core.commit.IdempotencyKey;
import io.awaken.core.run.Caller;
import io.awaken.http.api.json.NativeJson;
import io.awaken.http.security.Refusal;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The header {@code Idempotency-Key} of requests that begin runs. */
public final class IdempotencyHeader {

  /** Of the header. */
  public static final String NAME = "Idempotency-Key";

  static final int LONGEST = 255;

  private IdempotencyHeader() {}

  /**
   * The key of a request. What counts of its body is what it says, not how it is spaced.
   *
   * @param header null for a request without one
   * @throws io.awaken.http.security.RefusedException 400 naming the header
   */
  public static IdempotencyKey of(String header, String route, Object body) {
    if (header == null) {
      return null;
    }
    return new IdempotencyKey(route, checked(header), sha256(NativeJson.bytes(body)));
  }

  /**
   * An id that the same caller's same wish gets again under the same key.
   *
   * @param header null for a request without one
   * @param wish what is wished, in parts
   * @return null without a header
   */
  public static String idOf(String header, Caller caller, String... wish) {
    if (header == null) {
      return null;
    }
    var parts = new ArrayList<>(List.of(caller.tenant(), caller.subject(), checked(header)));
    parts.addAll(List.of(wish));
    return sha256(NativeJson.bytes(parts.toArray(String[]::new)));
  }

  private static String checked(String header) {
    boolean visible = header.chars().allMatch(c -> c > ' ' && c < 127);
    if (header.isEmpty() || header.length() > LONGEST || !visible) {
      throw Refusal.invalid(NAME, NAME + " must be 1 to 255 visible ASCII characters").exception();
    }
    return header;
  }

  private static String sha256(byte[] body) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
