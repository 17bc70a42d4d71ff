package io.awaken.core.event;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The address of an event: {@code epoch-sequence}. The epoch is that of the thread row when the
 * event was created; the sequence counts the run's events from 1.
 */
public record Cursor(long epoch, long sequence) {

  /** Before the first event of any run. */
  public static final Cursor START = new Cursor(0, 0);

  private static final Pattern TEXT = Pattern.compile("(\\d{1,15})-(\\d{1,15})");

  /** Parses the output of {@link #toString}; empty for anything else. */
  public static Optional<Cursor> parse(String text) {
    var matcher = TEXT.matcher(text);
    return matcher.matches()
        ? Optional.of(
            new Cursor(Long.parseLong(matcher.group(1)), Long.parseLong(matcher.group(2))))
        : Optional.empty();
  }

  @Override
  public String toString() {
    return epoch + "-" + sequence;
  }
}
