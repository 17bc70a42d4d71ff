package io.awaken.core.text;

/**
 * Joins the halves of a surrogate pair that a model or tool split between two pieces, since neither
 * half can be forwarded alone. A half without the other becomes U+FFFD. For one thread.
 */
public final class WholeCharacters {

  private char held;

  /**
   * The piece, prefixed with a pending half and without an incomplete one at its end; may be empty.
   */
  public String next(String piece) {
    if (piece.isEmpty()) {
      return piece;
    }
    String whole = piece;
    if (held != 0) {
      whole = held + piece;
    }
    held = 0;
    char last = whole.charAt(whole.length() - 1);
    if (!Character.isHighSurrogate(last)) {
      return WholeText.of(whole);
    }
    held = last;
    return WholeText.of(whole.substring(0, whole.length() - 1));
  }

  /** What is left when no piece follows: U+FFFD for a pending half, otherwise nothing. */
  public String end() {
    String rest = held == 0 ? "" : WholeText.of(String.valueOf(held));
    held = 0;
    return rest;
  }
}
