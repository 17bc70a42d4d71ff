package io.awaken.protocol.mcp.session;

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
 * Signs what clients carry from one request to the next, so that every node can believe it without
 * keeping it: good for one caller, one purpose and some time. What is signed can be read by whoever
 * has it. Thread-safe.
 */
public final class Signatures {

  private static final String ALGORITHM = "HmacSHA256";
  private static final String UNTIL = "x";
  private static final int MAX_LENGTH = 2_048;

  private final Supplier<byte[]> secret;
  private final InstantSource clock;
  private volatile SecretKeySpec key;

  /**
   * @param secret the key, the same on every node; asked for once, and may block
   * @param clock tells what is too old
   */
  public Signatures(Supplier<byte[]> secret, InstantSource clock) {
    this.secret = secret;
    this.clock = clock;
  }

  /**
   * A signed text of visible ASCII.
   *
   * @param purpose what it is for; good for no other
   * @param said what it says
   */
  public String sign(String purpose, Caller caller, ObjectNode said, Duration goodFor) {
    ObjectNode dated = said.deepCopy();
    dated.put(UNTIL, clock.instant().plus(goodFor).getEpochSecond());
    byte[] body = ProtocolJson.bytes(dated);
    return encoded(body) + "." + encoded(mac(purpose, caller, body));
  }

  /**
   * What a signed text says; empty for one that was not signed for this purpose and caller, or is
   * too old.
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
      JsonNode said = ProtocolJson.mapper().readTree(body);
      return isInTime(said) ? Optional.of(said) : Optional.empty();
    } catch (IllegalArgumentException | IOException broken) {
      return Optional.empty();
    }
  }

  /** Whether what was read from a signed text is not too old. */
  boolean isInTime(JsonNode said) {
    return said.path(UNTIL).asLong() > clock.instant().getEpochSecond();
  }

  private static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private byte[] mac(String purpose, Caller caller, byte[] body) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key());
      // As JSON nobody's name can be taken for a part of another's.
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
