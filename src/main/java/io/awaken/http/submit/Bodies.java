package io.awaken.http.submit;

import io.awaken.http.security.Refusal;

/** Checks that every body passes. */
public final class Bodies {

  private Bodies() {}

  /** The body; a request without one, or with {@code null}, is refused. */
  public static <T> T required(T body) {
    if (body == null) {
      throw Refusal.bad("missing_body", "the body must be one JSON object").exception();
    }
    return body;
  }

  /** The text, unless it has the one character that not every database stores. */
  public static String storable(String field, String text) {
    if (text.indexOf('\0') >= 0) {
      throw Refusal.invalid(field, field + " must not have the character U+0000").exception();
    }
    return text;
  }

  /** A free text with bounds. */
  public static String spoken(String field, String text) {
    if (text.isBlank()) {
      throw Refusal.invalid(field, field + " must not be blank").exception();
    }
    return storable(field, text);
  }
}
