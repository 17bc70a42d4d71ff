package io.awaken.core.suspension;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Set;

/** The state of a stored question. */
public enum SuspensionStatus {
  /** No decision has been made yet. */
  OPEN,
  /** Decided; the run has not acted on it yet. */
  DECIDED,
  /** The run has acted on the decision. */
  CONSUMED,
  /** It needs no decision: the run ended, or the approval became void. */
  CANCELLED;

  /** The transition table: the states that may follow. */
  public Set<SuspensionStatus> next() {
    return switch (this) {
      case OPEN -> Set.of(DECIDED, CANCELLED);
      case DECIDED -> Set.of(CONSUMED, CANCELLED);
      case CONSUMED, CANCELLED -> Set.of();
    };
  }

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
