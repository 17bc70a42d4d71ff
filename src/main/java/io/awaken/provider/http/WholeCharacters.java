package io.awaken.provider.http;

/**
 * Joins the halves of a surrogate pair that a provider split between two pieces, since neither half
 * can be forwarded alone. For one thread.
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
    if (held != 0 && Character.isLowSurrogate(piece.charAt(0))) {
      whole = held + piece;
    }
    held = 0;
    char last = whole.charAt(whole.length() - 1);
    if (!Character.isHighSurrogate(last)) {
      return whole;
    }
    held = last;
    return whole.substring(0, whole.length() - 1);
  }
}
