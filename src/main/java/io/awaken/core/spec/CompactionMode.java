package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How much of a conversation a summary replaces (features row 152). */
public enum CompactionMode {
  /** All but the newest messages that the policy keeps. */
  KEEP_RECENT_RAW_SUFFIX,
  /** Everything that the model has answered. */
  COMPACT_TO_SAFE_FRONTIER;

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
