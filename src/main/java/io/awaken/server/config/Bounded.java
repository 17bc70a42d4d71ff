package io.awaken.server.config;

/**
 * What a setting with limits may be.
 *
 * @param min the smallest value, in milliseconds for durations
 * @param max the largest value, in milliseconds for durations
 */
record Bounded(Kind kind, String defaultValue, long min, long max) {

  /** A time, by default this one, written as ISO 8601. */
  static Bounded millis(String defaultValue, long min, long max) {
    return new Bounded(Kind.MILLIS, defaultValue, min, max);
  }

  /** A whole number. */
  static Bounded count(String defaultValue, long min, long max) {
    return new Bounded(Kind.COUNT, defaultValue, min, max);
  }
}
