package io.awaken.builtin.permission.pattern;

/**
 * A text that is no pattern. The message says where and what was expected; it does not quote the
 * text but, for a regular expression, the part that is wrong.
 */
public final class PatternException extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final int column;
  private final String expected;

  PatternException(int column, String expected) {
    super("is no pattern: column " + column + ": expected " + expected);
    this.column = column;
    this.expected = expected;
  }

  /**
   * Where it stops making sense, counted from 1; behind the last character when it ends too early.
   */
  public int column() {
    return column;
  }

  /** What should stand there. */
  public String expected() {
    return expected;
  }
}
