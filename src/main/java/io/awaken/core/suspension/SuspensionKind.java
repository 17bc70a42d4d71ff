package io.awaken.core.suspension;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Why a call waits. */
public enum SuspensionKind {
  /** A gate asks for approval. */
  APPROVAL,
  /** Its tool asks, or the client must execute it. */
  INPUT,
  /** It was cut off while it ran and must not be repeated: a caller must report its outcome. */
  OUTCOME,
  /** It waits for a child run. */
  CHILD;

  /** Whether a person answers; otherwise the end of another run does. */
  public boolean ofPeople() {
    return this != CHILD;
  }

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
