package io.awaken.http.submit;

import io.awaken.http.security.Refusal;
import java.util.Base64;

/** Basic checks of every body. */
public final class Bodies {

  private Bodies() {}

  /** Returns the body; refuses a missing one or {@code null}. */
  public static <T> T required(T body) {
    if (body == null) {
      throw Refusal.bad("missing_body", "the body must be one JSON object").exception();
    }
    return body;
  }

  /** Returns the text; refuses the one character that not every database stores. */
  public static String storable(String field, String text) {
    if (text.indexOf('\0') >= 0) {
      throw Refusal.invalid(field, field + " must not have the character U+0000").exception();
    }
    return text;
  }

  /** Decodes base64 of at least one byte. */
  public static byte[] base64(String field, String text) {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      throw Refusal.invalid(field, field + " must be base64").exception();
    }
    if (bytes.length == 0) {
      throw Refusal.invalid(field, field + " must not be empty").exception();
    }
    return bytes;
  }

  /** Returns a bounded free text. */
  public static String freeText(String field, String text) {
    if (text.isBlank()) {
      throw Refusal.invalid(field, field + " must not be blank").exception();
    }
    return storable(field, text);
  }
}
