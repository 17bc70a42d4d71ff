package io.awaken.builtin.stop;

/**
 * Text with a limited number of character reads: a backtracking pattern could otherwise occupy its
 * run's thread for ever. Used by one thread.
 */
final class BoundedText implements CharSequence {

  /** Enough for any reasonable pattern and answer; takes a fraction of a second. */
  static final long MAX_READS = 20_000_000;

  private final String text;
  private long reads;

  BoundedText(String text) {
    this.text = text;
  }

  @Override
  public char charAt(int index) {
    if (++reads > MAX_READS) {
      throw new IllegalStateException(
          "the pattern read the text "
              + MAX_READS
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
