package io.awaken.core.tool;

import java.util.Locale;
import java.util.Optional;

/** How important a message of a tool is, from the least to the most (RFC 5424). */
public enum LogLevel {
  DEBUG,
  INFO,
  NOTICE,
  WARNING,
  ERROR,
  CRITICAL,
  ALERT,
  EMERGENCY;

  /** As protocols write it. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Reads what {@link #wire} wrote; empty for anything else. */
  public static Optional<LogLevel> of(String text) {
    for (LogLevel level : values()) {
      if (level.wire().equals(text)) {
        return Optional.of(level);
      }
    }
    return Optional.empty();
  }

  /** Whether somebody who wants to hear of this and what is more important hears of that. */
  public boolean tells(LogLevel of) {
    return of.compareTo(this) >= 0;
  }
}
