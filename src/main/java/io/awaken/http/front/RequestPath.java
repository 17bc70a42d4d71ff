package io.awaken.http.front;

import io.awaken.http.security.Refusal;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Checks paths and queries as sent, before the server decodes them: the servers treat malformed
 * ones differently.
 */
public final class RequestPath {

  private static final Pattern SEPARATORS = Pattern.compile("[/\\\\]");

  private RequestPath() {}

  /**
   * Why a path is refused: 400 when it is malformed, 404 when it has a segment {@code .} or {@code
   * ..}, however encoded.
   *
   * @param sent the path as sent
   */
  static Optional<Refusal> check(String sent) {
    if (isPlain(sent)) {
      return Optional.empty();
    }
    String path = decoded(sent);
    if (malformed(path)) {
      return Optional.of(malformed());
    }
    for (String segment : SEPARATORS.split(path)) {
      int parameters = segment.indexOf(';');
      String name = parameters < 0 ? segment : segment.substring(0, parameters);
      if (name.equals(".") || name.equals("..")) {
        return Optional.of(noRoute());
      }
    }
    return Optional.empty();
  }

  /** Whether a path needs no further check: no escape, no dot, no parameter. */
  private static boolean isPlain(String sent) {
    for (int i = 0; i < sent.length(); i++) {
      char c = sent.charAt(i);
      boolean plain =
          c >= 'a' && c <= 'z'
              || c >= 'A' && c <= 'Z'
              || c >= '0' && c <= '9'
              || c == '/'
              || c == '-'
              || c == '_';
      if (!plain) {
        return false;
      }
    }
    return true;
  }

  /** The refusal of a malformed path. */
  public static Refusal malformed() {
    return Refusal.bad("malformed_path", "the path must be UTF-8 text, percent-encoded");
  }

  /** Whether a path is not percent-encoded UTF-8, or has control characters. */
  public static boolean isMalformed(String sent) {
    return malformed(decoded(sent));
  }

  private static boolean malformed(String decoded) {
    return decoded == null || decoded.chars().anyMatch(Character::isISOControl);
  }

  /**
   * Why a query is refused; empty if it is allowed.
   *
   * @param sent the query as sent; null without one
   */
  static Optional<Refusal> checkQuery(String sent) {
    return sent == null || decoded(sent) != null
        ? Optional.empty()
        : Optional.of(
            Refusal.bad("malformed_query", "the query must be UTF-8 text, percent-encoded"));
  }

  static Refusal noRoute() {
    return new Refusal(404, "not_found", "there is no such route", null, null);
  }

  /** Null when the text is malformed: incomplete escape, invalid UTF-8, not ASCII. */
  private static String decoded(String sent) {
    ByteBuffer bytes = ByteBuffer.allocate(sent.length());
    for (int i = 0; i < sent.length(); i++) {
      char c = sent.charAt(i);
      if (c > 0x7e) {
        return null;
      }
      if (c != '%') {
        bytes.put((byte) c);
      } else if (i + 2 < sent.length()
          && HexFormat.isHexDigit(sent.charAt(i + 1))
          && HexFormat.isHexDigit(sent.charAt(i + 2))) {
        bytes.put((byte) HexFormat.fromHexDigits(sent, i + 1, i + 3));
        i += 2;
      } else {
        return null;
      }
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
