package io.awaken.server.config;

import java.util.List;

/**
 * What a setting may be.
 *
 * @param min the smallest value, in milliseconds for durations
 * @param max the largest value, in milliseconds for durations
 * @param choices the values that there are; empty unless it is a choice
 */
record Bounded(Kind kind, String defaultValue, long min, long max, List<String> choices) {

  Bounded(Kind kind, String defaultValue, long min, long max) {
    this(kind, defaultValue, min, max, List.of());
  }

  /** A time, by default this one, written as ISO 8601. */
  static Bounded millis(String defaultValue, long min, long max) {
    return new Bounded(Kind.MILLIS, defaultValue, min, max);
  }

  /** A whole number. */
  static Bounded count(String defaultValue, long min, long max) {
    return new Bounded(Kind.COUNT, defaultValue, min, max);
  }
}
