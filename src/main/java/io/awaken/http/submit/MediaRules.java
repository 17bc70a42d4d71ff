package io.awaken.http.submit;

import io.awaken.core.message.MediaKind;
import io.awaken.http.security.Refusal;
import java.util.Locale;
import java.util.Set;

/**
 * The media that clients may send.
 *
 * @param types such as {@code image/png}, in lower case
 * @param bytes most bytes of one medium
 */
public record MediaRules(Set<String> types, long bytes) {

  public MediaRules {
    types = Set.copyOf(types);
  }

  /**
   * Normalises a type: lower case, without parameters.
   *
   * @param field of the type; null for a header
   * @throws io.awaken.http.security.RefusedException 415 naming the field
   */
  public String accepted(String type, String field) {
    int end = type.indexOf(';');
    String plain = (end < 0 ? type : type.substring(0, end)).strip().toLowerCase(Locale.ROOT);
    if (!types.contains(plain)) {
      throw unsupported(field, "media of this type is not accepted").exception();
    }
    return plain;
  }

  /**
   * Checks that a media type fits the kind.
   *
   * @throws io.awaken.http.security.RefusedException 415 naming the field
   */
  void requireKind(MediaKind kind, String type, String field) {
    boolean fits = kind == MediaKind.DOCUMENT || type.startsWith(kind.wire() + "/");
    if (!fits) {
      throw unsupported(
              field, "the media type of " + kind.wire() + " must begin with " + kind.wire() + "/")
          .exception();
    }
  }

  /**
   * @throws io.awaken.http.security.RefusedException 413 naming the field
   */
  public void requireSize(long size, String field) {
    if (size > bytes) {
      throw new Refusal(
              413, "media_too_large", "media has at most %d bytes".formatted(bytes), field, null)
          .exception();
    }
  }

  private static Refusal unsupported(String field, String why) {
    return new Refusal(415, "unsupported_media_type", why, field, null);
  }
}
