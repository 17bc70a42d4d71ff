package io.awaken.provider.http;

/**
 * Joins the halves of a character that a provider cut between two pieces: it counts UTF-16 units
 * and sends each half of a surrogate pair as an escape of its own, and no half can be sent on. For
 * one thread.
 */
public final class WholeCharacters {

  private char held;

  /** The piece with a half from before, and without a half at its end; may be empty. */
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
