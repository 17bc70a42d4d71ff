package io.awaken.builtin.logging;

/**
 * How much a {@link DebugLog} writes; by default no contents.
 *
 * @param contents whether texts, arguments and results are written; default no
 * @param events whether events are written; default no
 * @param partials whether the events include pieces of answers and arguments, by their length only;
 *     default no
 * @param maxLineChars maximum characters of a line; a longer one is cut and marked {@code
 *     truncated}; 256 to 1,000,000, default 16,384
 * @param maxLines maximum number of lines; the last one records that the log is full; default
 *     1,000,000
 */
public record DebugLogOptions(
    boolean contents, boolean events, boolean partials, int maxLineChars, long maxLines) {

  public static final DebugLogOptions DEFAULT =
      new DebugLogOptions(false, false, false, 16_384, 1_000_000);

  private static final int MIN_LINE = 256;
  private static final int MAX_LINE = 1_000_000;

  public DebugLogOptions {
    if (maxLineChars < MIN_LINE || maxLineChars > MAX_LINE) {
      throw new IllegalArgumentException(
          "maxLineChars is " + maxLineChars + ", it may be " + MIN_LINE + " to " + MAX_LINE);
    }
    if (maxLines < 1) {
      throw new IllegalArgumentException("maxLines is " + maxLines + ", it is at least 1");
    }
  }

  public DebugLogOptions withContents() {
    return new DebugLogOptions(true, events, partials, maxLineChars, maxLines);
  }

  public DebugLogOptions withEvents() {
    return new DebugLogOptions(contents, true, partials, maxLineChars, maxLines);
  }

  /** Events, including pieces. */
  public DebugLogOptions withPartials() {
    return new DebugLogOptions(contents, true, true, maxLineChars, maxLines);
  }

  public DebugLogOptions limitedTo(int lineChars, long lines) {
    return new DebugLogOptions(contents, events, partials, lineChars, lines);
  }
}
