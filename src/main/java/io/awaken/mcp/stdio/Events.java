package io.awaken.mcp.stdio;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;

/** Reads a stream of server-sent events. Not thread-safe. */
final class Events {

  private static final long LONGEST_RETRY_MILLIS = 60_000;

  /**
   * An event.
   *
   * @param id where the stream can be resumed; null without one
   * @param data empty for an event that only has a position
   * @param retry delay before resuming; null without one
   */
  record Event(String id, String data, Duration retry) {}

  private final Lines lines;

  Events(InputStream in) {
    lines = new Lines(in);
  }

  /**
   * Returns the next event; null at the end, also in the middle of an event.
   *
   * @throws Lines.TooLong when an event exceeds the size of a message
   */
  Event next() throws IOException {
    String id = null;
    Duration retry = null;
    var data = new StringBuilder();
    boolean any = false;
    for (String line = lines.next(); line != null; line = lines.next()) {
      if (line.isEmpty()) {
        if (any) {
          return new Event(id, data.toString(), retry);
        }
        continue;
      }
      int colon = line.indexOf(':');
      String field = colon < 0 ? line : line.substring(0, colon);
      String value = colon < 0 ? "" : line.substring(colon + 1);
      value = value.startsWith(" ") ? value.substring(1) : value;
      any |= !field.isEmpty();
      switch (field) {
        case "id" -> id = value;
        case "retry" -> retry = retry(value);
        case "data" -> {
          if (data.length() + value.length() > Lines.MAX) {
            throw new Lines.TooLong();
          }
          data.append(data.isEmpty() ? "" : "\n").append(value);
        }
        default -> {
          // A comment, or the event's type, which this protocol does not use.
        }
      }
    }
    return null;
  }

  private static Duration retry(String value) {
    return value.matches("\\d{1,9}")
        ? Duration.ofMillis(Math.min(Long.parseLong(value), LONGEST_RETRY_MILLIS))
        : null;
  }
}
