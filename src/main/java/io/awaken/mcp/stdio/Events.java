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
   * @param id where the stream can be taken up again; null where it said nothing of it
   * @param data empty for one that only says where the stream is
   * @param retry after which time the stream can be taken up; null where it said nothing of it
   */
  record Event(String id, String data, Duration retry) {}

  private final Lines lines;

  Events(InputStream in) {
    lines = new Lines(in);
  }

  /**
   * The next event; null at the end, also in the middle of an event.
   *
   * @throws Lines.TooLong when an event is longer than a message may be
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
          // A comment, or the kind of the event, which this protocol does not need.
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
