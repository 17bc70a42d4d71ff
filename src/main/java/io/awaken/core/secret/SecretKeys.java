package io.awaken.core.secret;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.crypto.spec.SecretKeySpec;

/**
 * Keys for secrets: the first one encrypts, all decrypt, so that keys can be rotated while nodes
 * run. Immutable; its text form has no key.
 */
public final class SecretKeys {

  /** Bytes of a key: AES-256. */
  public static final int BYTES = 32;

  private static final int MAX_KEYS = 16;
  private static final int ID = 8;

  private final Map<String, SecretKeySpec> keys = new LinkedHashMap<>();
  private final String first;

  private SecretKeys(List<byte[]> all) {
    all.forEach(bytes -> keys.put(id(bytes), new SecretKeySpec(bytes, "AES")));
    first = keys.keySet().iterator().next();
  }

  /**
   * Parses keys from text: Base64 of {@link #BYTES} bytes per line; empty lines and lines that
   * start with # are ignored.
   *
   * @throws IllegalArgumentException naming the number of the invalid line, never its content
   */
  public static SecretKeys parse(String text) {
    String[] lines = text.split("\\R");
    var all = new java.util.ArrayList<byte[]>();
    for (int i = 0; i < lines.length; i++) {
      String line = lines[i].strip();
      if (!line.isEmpty() && !line.startsWith("#")) {
        all.add(key(line, i + 1));
      }
    }
    if (all.isEmpty() || all.size() > MAX_KEYS) {
      throw new IllegalArgumentException("there must be 1 to " + MAX_KEYS + " keys");
    }
    return new SecretKeys(all);
  }

  private static byte[] key(String line, int number) {
    try {
      byte[] bytes = Base64.getDecoder().decode(line);
      if (bytes.length == BYTES) {
        return bytes;
      }
    } catch (IllegalArgumentException e) {
      // Reported below, without the content.
    }
    throw new IllegalArgumentException(
        "line "
            + number
            + " is not Base64 of "
            + BYTES
            + " bytes, as `openssl rand -base64 32`"
            + " makes them");
  }

  /** A random key, for secrets that end with the process. */
  public static SecretKeys fresh() {
    var bytes = new byte[BYTES];
    new SecureRandom().nextBytes(bytes);
    return new SecretKeys(List.of(bytes));
  }

  String first() {
    return first;
  }

  /** Null for an unknown key. */
  SecretKeySpec key(String id) {
    return keys.get(id);
  }

  /** Identifies a key without revealing it. */
  private static String id(byte[] key) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update("awaken key id".getBytes(StandardCharsets.US_ASCII));
      return HexFormat.of().formatHex(digest.digest(key)).substring(0, ID);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  @Override
  public String toString() {
    return "SecretKeys[" + keys.size() + "]";
  }
}
