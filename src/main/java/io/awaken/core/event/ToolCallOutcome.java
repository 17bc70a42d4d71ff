package io.awaken.core.event;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How a call ended (features row 171). */
public enum ToolCallOutcome {
  SUCCEEDED,
  FAILED,
  SUSPENDED,
  CANCELLED;

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
