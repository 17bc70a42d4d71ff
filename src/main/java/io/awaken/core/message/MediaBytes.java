package io.awaken.core.message;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;

/** The bytes of media, base64 in JSON. Compared by content; {@code toString} omits the bytes. */
public final class MediaBytes {

  private final byte[] bytes;

  /**
   * @param bytes not copied; must not be modified
   */
  @JsonCreator
  public MediaBytes(byte[] bytes) {
    this.bytes = bytes;
  }

  /** The bytes; must not be modified. */
  @JsonValue
  public byte[] array() {
    return bytes;
  }

  public int length() {
    return bytes.length;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MediaBytes that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return bytes.length + " bytes";
  }
}
