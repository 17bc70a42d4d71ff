package io.awaken.http.api.request;

import io.awaken.http.security.Refusal;
import java.util.List;

/** The requested part of a list (features row 232). */
public final class PageLimits {

  static final int DEFAULT_LIMIT = 50;
  static final int MAX_LIMIT = 200;

  /** Further entries are reached by cursors, which skip nothing. */
  static final int MAX_OFFSET = 10_000;

  private PageLimits() {}

  /**
   * The {@code limit} of a page: default 50, clamped to 1 to 200.
   *
   * @throws io.awaken.http.security.RefusedException 400 when it is not a number
   */
  public static int limit(String text) {
    return text == null ? DEFAULT_LIMIT : Math.clamp(number("limit", text), 1, MAX_LIMIT);
  }

  /**
   * The {@code offset} of a page: 0 by default and for a negative one.
   *
   * @throws io.awaken.http.security.RefusedException 400 when it is not a number or more than
   *     10,000
   */
  public static int offset(String text) {
    long offset = text == null ? 0 : Math.max(0, number("offset", text));
    if (offset > MAX_OFFSET) {
      throw Refusal.invalid(
              "offset", "offset must be at most %d; use a cursor beyond that".formatted(MAX_OFFSET))
          .exception();
    }
    return (int) offset;
  }

  /**
   * Requires one of the allowed values.
   *
   * @throws io.awaken.http.security.RefusedException 400 naming them
   */
  public static void oneOf(String field, String text, String... values) {
    if (!List.of(values).contains(text)) {
      throw Refusal.invalid(field, field + " must be " + String.join(" or ", values)).exception();
    }
  }

  /** Whether a parameter is {@code true}; it is {@code false} without one. */
  public static boolean flag(String field, String text) {
    if (text != null) {
      oneOf(field, text, "true", "false");
    }
    return "true".equals(text);
  }

  /**
   * A parameter that is a number.
   *
   * @throws io.awaken.http.security.RefusedException 400 naming it
   */
  public static long number(String field, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw Refusal.invalid(field, field + " must be a whole number").exception();
    }
  }
}
