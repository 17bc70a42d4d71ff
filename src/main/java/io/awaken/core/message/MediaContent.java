package io.awaken.core.message;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Media to be stored beside the messages of a thread.
 *
 * @param id SHA-256 of type and bytes in hexadecimal digits: so a thread stores equal content once,
 *     and a repeated write changes nothing
 * @param mediaType such as {@code image/png}
 * @param data the bytes
 */
public record MediaContent(String id, String mediaType, MediaBytes data) {

  /** Content with its computed id. */
  public static MediaContent of(String mediaType, MediaBytes data) {
    MessageDigest digest = sha256();
    digest.update(mediaType.getBytes(StandardCharsets.UTF_8));
    digest.update((byte) 0);
    return new MediaContent(HexFormat.of().formatHex(digest.digest(data.array())), mediaType, data);
  }

  /** The size in bytes. */
  public long size() {
    return data.length();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
