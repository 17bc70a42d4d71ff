package io.awaken.core.run;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Where a run comes from (features rows 116, 189). */
public enum RunOrigin {
  /** A person or program that uses the API. */
  USER,
  /** Another agent. */
  A2A,
  /** The server itself. */
  INTERNAL;

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
