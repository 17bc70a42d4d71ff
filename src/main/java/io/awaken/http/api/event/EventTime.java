package io.awaken.http.api.event;

import java.time.Instant;

/**
 * The time of an event as text, as {@link Instant#toString} writes it. The text of the last second
 * is reused, since events follow each other closely. Thread-safe.
 */
final class EventTime {

  private static final int NANOS_OF_MILLI = 1_000_000;

  private static volatile Second last = second(0);

  private record Second(long at, String text) {}

  private EventTime() {}

  static String text(Instant time) {
    int millis = time.getNano() / NANOS_OF_MILLI;
    if (millis == 0 || time.getNano() % NANOS_OF_MILLI != 0) {
      return time.toString();
    }
    Second second = last;
    if (second.at() != time.getEpochSecond()) {
      second = second(time.getEpochSecond());
      last = second;
    }
    return second.text() + '.' + digit(millis / 100) + digit(millis / 10) + digit(millis) + 'Z';
  }

  /** The second without its final Z. */
  private static Second second(long at) {
    String text = Instant.ofEpochSecond(at).toString();
    return new Second(at, text.substring(0, text.length() - 1));
  }

  private static char digit(int number) {
    return (char) ('0' + number % 10);
  }
}
