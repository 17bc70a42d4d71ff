package io.awaken.builtin.demo;

import java.math.BigDecimal;

/**
 * Reads and calculates one arithmetic expression by recursive descent: {@code + - * / % ^},
 * parentheses and signs. {@code ^} binds strongest and to the right, so {@code -2^2} is -4 and
 * {@code 2^3^2} is 512.
 */
final class Expression {

  /** Returned by {@link #peek} at the end. */
  private static final char END = '\0';

  private final String text;
  private int at;

  private Expression(String text) {
    this.text = text;
  }

  /** The result without an exponent or needless zeros. */
  static String calculate(String text) throws Invalid {
    var expression = new Expression(text);
    BigDecimal result = expression.sum();
    expression.peek();
    if (expression.at < text.length()) {
      throw expression.unexpected();
    }
    return result.stripTrailingZeros().toPlainString();
  }

  private BigDecimal sum() throws Invalid {
    BigDecimal left = product();
    while (true) {
      char operator = peek();
      if (operator != '+' && operator != '-') {
        return left;
      }
      int position = at++;
      left = Decimals.apply(operator, left, product(), position);
    }
  }

  private BigDecimal product() throws Invalid {
    BigDecimal left = signed();
    while (true) {
      char operator = peek();
      if (operator != '*' && operator != '/' && operator != '%') {
        return left;
      }
      int position = at++;
      left = Decimals.apply(operator, left, signed(), position);
    }
  }

  private BigDecimal signed() throws Invalid {
    switch (peek()) {
      case '-' -> {
        at++;
        return signed().negate();
      }
      case '+' -> {
        at++;
        return signed();
      }
      default -> {
        return power();
      }
    }
  }

  private BigDecimal power() throws Invalid {
    BigDecimal base = primary();
    if (peek() != '^') {
      return base;
    }
    int position = at++;
    return Decimals.apply('^', base, signed(), position);
  }

  private BigDecimal primary() throws Invalid {
    if (peek() != '(') {
      return number();
    }
    int open = at++;
    BigDecimal inside = sum();
    if (peek() != ')') {
      throw new Invalid("parenthesis is not closed", open);
    }
    at++;
    return inside;
  }

  private BigDecimal number() throws Invalid {
    peek();
    int begin = at;
    boolean digits = skipDigits();
    if (at < text.length() && text.charAt(at) == '.') {
      at++;
      digits |= skipDigits();
    }
    if (!digits) {
      at = begin;
      throw unexpected();
    }
    return new BigDecimal(text.substring(begin, at));
  }

  private boolean skipDigits() {
    int begin = at;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at > begin;
  }

  /** The next character other than a space, or {@link #END}. */
  private char peek() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
    return at < text.length() ? text.charAt(at) : END;
  }

  private Invalid unexpected() {
    return at < text.length()
        ? new Invalid("unexpected '" + Character.toString(text.codePointAt(at)) + "'", at)
        : new Invalid("expected a number", at);
  }

  /** An invalid expression; the message names position and reason. */
  static final class Invalid extends Exception {

    private static final long serialVersionUID = 1L;

    /**
     * @param position index of the invalid character, from 0
     */
    Invalid(String reason, int position) {
      super(reason + " at position " + (position + 1));
    }
  }
}
