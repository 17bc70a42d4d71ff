package io.awaken.builtin.stop;

/**
 * Text that may be looked at so many times only: a pattern that tries every way through a long text
 * would otherwise keep its run's thread for ever. Used by one thread.
 */
final class BoundedText implements CharSequence {

  /** Enough for any sane pattern over an answer of any length; a fraction of a second of work. */
  static final long MAX_LOOKS = 20_000_000;

  private final String text;
  private long looks;

  BoundedText(String text) {
    this.text = text;
  }

  @Override
  public char charAt(int index) {
    if (++looks > MAX_LOOKS) {
      throw new IllegalStateException(
          "the pattern looked at the text "
              + MAX_LOOKS
              + " times without an end; it needs to be simpler");
    }
    return text.charAt(index);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return text.substring(start, end);
  }

  @Override
  public String toString() {
    return text;
  }
}
