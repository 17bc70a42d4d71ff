package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How much of a conversation a summary takes the place of (features row 152). */
public enum CompactionMode {
  /** All but the newest messages, as many as the policy says. */
  KEEP_RECENT_RAW_SUFFIX,
  /** All that the model has answered. */
  COMPACT_TO_SAFE_FRONTIER;

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
