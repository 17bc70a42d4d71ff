package io.awaken.core.tool;

import java.util.Locale;
import java.util.Optional;

/** The severity of a tool's log message, ascending (RFC 5424). */
public enum LogLevel {
  DEBUG,
  INFO,
  NOTICE,
  WARNING,
  ERROR,
  CRITICAL,
  ALERT,
  EMERGENCY;

  /** The name in protocols. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Parses the output of {@link #wire}; empty for anything else. */
  public static Optional<LogLevel> of(String text) {
    for (LogLevel level : values()) {
      if (level.wire().equals(text)) {
        return Optional.of(level);
      }
    }
    return Optional.empty();
  }

  /** Whether a subscriber at this minimum level receives messages of that level. */
  public boolean includes(LogLevel level) {
    return level.compareTo(this) >= 0;
  }
}
