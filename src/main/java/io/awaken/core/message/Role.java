package io.awaken.core.message;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The author of a message. */
public enum Role {
  SYSTEM,
  USER,
  ASSISTANT,
  TOOL;

  /** The name on every wire and in storage: lower case. */
  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
