package io.awaken.core.webhook;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The symmetric signature of Standard Webhooks, {@code v1}: HMAC-SHA256. */
final class Signature {

  private static final String ALGORITHM = "HmacSHA256";

  private Signature() {}

  /**
   * The value of {@code webhook-signature}.
   *
   * @param timestamp seconds since the epoch
   */
  static String of(byte[] key, String id, long timestamp, byte[] body) {
    Mac mac = mac(key);
    mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
  }

  static byte[] of(byte[] key, String text) {
    return mac(key).doFinal(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Mac mac(byte[] key) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }
}
