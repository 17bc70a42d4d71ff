package io.awaken.http.api.request;

import io.awaken.core.run.Ids;
import io.awaken.http.security.Refusal;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Parses the values of query parameters; refusals name the parameter (features row 232). */
public final class QueryValues {

  static final int DEFAULT_LIMIT = 50;
  static final int MAX_LIMIT = 200;

  /** Further entries are reached by cursors, which skip nothing. */
  static final int MAX_OFFSET = 10_000;

  private QueryValues() {}

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

  /**
   * The value with this wire name; null for null.
   *
   * @throws io.awaken.http.security.RefusedException 400 naming all values
   */
  public static <E> E oneOf(String field, String text, E[] values, Function<E, String> wire) {
    if (text == null) {
      return null;
    }
    oneOf(field, text, Arrays.stream(values).map(wire).toArray(String[]::new));
    return Arrays.stream(values).filter(each -> wire.apply(each).equals(text)).findFirst().get();
  }

  /**
   * An id as sent; null for null.
   *
   * @throws io.awaken.core.run.InvalidId naming the parameter
   */
  public static String id(String field, String text) {
    if (text != null) {
      Ids.check(field, text);
    }
    return text;
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
