package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.run.Caller;
import io.awaken.http.json.ProtocolJson;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs data that clients carry from one request to the next, so that every node can verify it
 * without storing it. A signature is valid for one caller, one purpose and a limited time. The data
 * is not encrypted. Thread-safe.
 */
public final class Signatures {

  private static final String ALGORITHM = "HmacSHA256";
  private static final String UNTIL = "x";
  private static final int MAX_LENGTH = 2_048;

  private final Supplier<byte[]> secret;
  private final InstantSource clock;
  private volatile SecretKeySpec key;

  /**
   * @param secret the key, equal on every node; read once, may block
   * @param clock decides expiry
   */
  public Signatures(Supplier<byte[]> secret, InstantSource clock) {
    this.secret = secret;
    this.clock = clock;
  }

  /**
   * Signs claims; returns visible ASCII.
   *
   * @param purpose the only purpose that the signature is valid for
   * @param claims the data to sign
   */
  public String sign(String purpose, Caller caller, ObjectNode claims, Duration goodFor) {
    ObjectNode dated = claims.deepCopy();
    dated.put(UNTIL, clock.instant().plus(goodFor).getEpochSecond());
    byte[] body = ProtocolJson.bytes(dated);
    return encoded(body) + "." + encoded(mac(purpose, caller, body));
  }

  /**
   * Reads signed claims; empty if the signature is invalid for this purpose and caller, or expired.
   *
   * @param text null for none
   */
  public Optional<JsonNode> read(String purpose, Caller caller, String text) {
    int dot = text == null || text.length() > MAX_LENGTH ? -1 : text.indexOf('.');
    if (dot < 0) {
      return Optional.empty();
    }
    try {
      byte[] body = Base64.getUrlDecoder().decode(text.substring(0, dot));
      byte[] mac = Base64.getUrlDecoder().decode(text.substring(dot + 1));
      if (!MessageDigest.isEqual(mac, mac(purpose, caller, body))) {
        return Optional.empty();
      }
      JsonNode claims = ProtocolJson.mapper().readTree(body);
      return isInTime(claims) ? Optional.of(claims) : Optional.empty();
    } catch (IllegalArgumentException | IOException broken) {
      return Optional.empty();
    }
  }

  /** Whether the claims have not expired. */
  boolean isInTime(JsonNode claims) {
    return claims.path(UNTIL).asLong() > clock.instant().getEpochSecond();
  }

  private static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private byte[] mac(String purpose, Caller caller, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key());
      // JSON quoting keeps the parts of the name separate.
      mac.update(ProtocolJson.bytes(new String[] {purpose, caller.tenant(), caller.subject()}));
      mac.update((byte) 0);
      return mac.doFinal(body);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }

  private SecretKeySpec key() {
    SecretKeySpec known = key;
    if (known == null) {
      known = new SecretKeySpec(secret.get(), ALGORITHM);
      key = known;
    }
    return known;
  }
}
