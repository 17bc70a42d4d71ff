package io.awaken.core.text;

/** Recognizes the text of an answer that a server sends once more as a whole, after its pieces. */
public final class RepeatedText {

  /** Shorter pieces may repeat by chance. */
  private static final int SHORTEST = 16;

  private RepeatedText() {}

  /**
   * @param all the text so far
   * @param pieces of how many pieces it is
   */
  public static boolean is(String piece, CharSequence all, int pieces) {
    return pieces > 1
        && piece.length() >= SHORTEST
        && piece.length() == all.length()
        && piece.contentEquals(all);
  }
}
