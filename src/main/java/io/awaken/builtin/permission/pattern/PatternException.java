package io.awaken.builtin.permission.pattern;

/**
 * An invalid pattern. The message names the position and what was expected; it quotes only the
 * invalid part of a regular expression.
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
   * The position of the error, from 1; after the last character when the pattern ends too early.
   */
  public int column() {
    return column;
  }

  /** What is expected there. */
  public String expected() {
    return expected;
  }
}
