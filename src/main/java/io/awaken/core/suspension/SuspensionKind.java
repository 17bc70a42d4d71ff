package io.awaken.core.suspension;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Why a call waits. */
public enum SuspensionKind {
  /** A gate asks whether it may run. */
  APPROVAL,
  /** Its tool asks, or the client has to execute it. */
  INPUT,
  /** It was cut off while it ran, and must not be called again: somebody has to say what it did. */
  OUTCOME,
  /** It waits for a child run. */
  CHILD;

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
