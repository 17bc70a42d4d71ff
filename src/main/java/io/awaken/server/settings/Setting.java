package io.awaken.server.settings;

import java.util.List;
import java.util.stream.Stream;

/**
 * One setting of the server. Durations are written as ISO 8601, such as {@code PT30S}; in the
 * environment a key is upper case with underscores, such as {@code AWAKEN_MAILBOX_LEASE}.
 */
public sealed interface Setting permits RunSetting, HttpSetting {

  /** Every setting, in the order of the reference. */
  static List<Setting> all() {
    return Stream.<Setting[]>of(RunSetting.values(), HttpSetting.values())
        .flatMap(Stream::of)
        .toList();
  }

  /** The key in the configuration. */
  String key();

  /** Type, limits and default. */
  Value value();

  /** One sentence for the reference. */
  String meaning();

  /**
   * The type and limits of a setting.
   *
   * @param kind the type of the value
   * @param defaultValue the value when it is not set; null for none
   * @param min the smallest value, in milliseconds for durations; meaningless for words
   * @param max the largest value, in milliseconds for durations; meaningless for words
   * @param choices the allowed values; empty unless it is a choice
   */
  record Value(Kind kind, String defaultValue, long min, long max, List<String> choices) {

    /** Any text; null for none by default. */
    static Value text(String defaultValue) {
      return new Value(Kind.TEXT, defaultValue, 0, 0, List.of());
    }

    /** One of these words; null for none by default. */
    static Value choice(String defaultValue, String... choices) {
      return new Value(Kind.CHOICE, defaultValue, 0, 0, List.of(choices));
    }

    /** A time, by default this one, written as ISO 8601. */
    static Value millis(String defaultValue, long min, long max) {
      return new Value(Kind.MILLIS, defaultValue, min, max, List.of());
    }

    /** A whole number. */
    static Value count(String defaultValue, long min, long max) {
      return new Value(Kind.COUNT, defaultValue, min, max, List.of());
    }

    /** How a value is written. */
    public enum Kind {
      TEXT,
      CHOICE,
      COUNT,
      MILLIS
    }
  }
}
