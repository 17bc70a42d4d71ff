package io.awaken.http.api;

import io.awaken.http.security.Refusal;

/** How much of a list is asked for (features row 232). */
final class PageLimits {

  static final int DEFAULT_LIMIT = 50;
  static final int MAX_LIMIT = 200;

  private PageLimits() {}

  /**
   * The {@code limit} of a page: 50 without one, else the nearest of 1 to 200.
   *
   * @throws io.awaken.http.security.RefusedException 400 when it is no number
   */
  static int limit(String text) {
    return text == null ? DEFAULT_LIMIT : Math.clamp(number("limit", text), 1, MAX_LIMIT);
  }

  static long number(String field, String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw Refusal.invalid(field, field + " must be a whole number").exception();
    }
  }
}
