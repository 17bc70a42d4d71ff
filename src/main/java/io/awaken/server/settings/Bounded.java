package io.awaken.server.settings;

import java.util.List;

/**
 * The type and limits of a setting.
 *
 * @param kind the type of the value
 * @param defaultValue the value when it is not set; null for none
 * @param min the smallest value, in milliseconds for durations; meaningless for words
 * @param max the largest value, in milliseconds for durations; meaningless for words
 * @param choices the allowed values; empty unless it is a choice
 */
public record Bounded(Kind kind, String defaultValue, long min, long max, List<String> choices) {

  /** Any text; null for none by default. */
  static Bounded text(String defaultValue) {
    return new Bounded(Kind.TEXT, defaultValue, 0, 0, List.of());
  }

  /** One of these words; null for none by default. */
  static Bounded choice(String defaultValue, String... choices) {
    return new Bounded(Kind.CHOICE, defaultValue, 0, 0, List.of(choices));
  }

  /** A time, by default this one, written as ISO 8601. */
  static Bounded millis(String defaultValue, long min, long max) {
    return new Bounded(Kind.MILLIS, defaultValue, min, max, List.of());
  }

  /** A whole number. */
  static Bounded count(String defaultValue, long min, long max) {
    return new Bounded(Kind.COUNT, defaultValue, min, max, List.of());
  }
}
