package io.awaken.builtin.permission.pattern;

import io.awaken.core.text.Glob;
import java.util.List;

/** The operator between a field and its value (features row 205). */
enum Operator {
  NOT_FOUND("!=~", true),
  NOT_EQUAL("!=", true),
  NOT_LIKE("!~", true),
  FOUND("=~", false),
  EQUAL("=", false),
  LIKE("~", false);

  /** Operators with a shorter one as prefix come before it. */
  private static final List<Operator> ALL = List.of(values());

  private final String sign;
  private final boolean negative;

  Operator(String sign, boolean negative) {
    this.sign = sign;
    this.negative = negative;
  }

  /** Consumes an operator; null when there is none. */
  static Operator read(Characters in) {
    for (Operator operator : ALL) {
      if (in.take(operator.sign)) {
        return operator;
      }
    }
    return null;
  }

  boolean negative() {
    return negative;
  }

  /** The test of a value with this operator. */
  ValueMatcher test(QuotedText value) {
    return switch (this) {
      case FOUND, NOT_FOUND -> new ValueMatcher.Found(new Regex(value.text(), value.column()));
      case LIKE, NOT_LIKE -> new ValueMatcher.Globbed(glob(value.text(), value.column()));
      case EQUAL, NOT_EQUAL -> new ValueMatcher.Equal(literal(value));
    };
  }

  static Glob glob(String text, int column) {
    try {
      return Glob.of(text);
    } catch (Glob.Invalid e) {
      throw new PatternException(
          column + e.position() - 1, "'*' or '\\' behind '\\', which is written '\\\\' itself");
    }
  }

  /** A star is literal here; only the backslash is escaped. */
  private static String literal(QuotedText value) {
    String text = value.text();
    for (int i = text.indexOf('\\'); i >= 0; i = text.indexOf('\\', i + 2)) {
      if (i + 1 == text.length() || text.charAt(i + 1) != '\\') {
        throw new PatternException(
            value.column() + i, "a quote or '\\' behind '\\', which is written '\\\\' itself");
      }
    }
    return text.replace("\\\\", "\\");
  }
}
