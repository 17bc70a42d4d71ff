package io.awaken.core.run;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Set;

/** Where a tool call is in its life (features row 117). */
public enum ToolCallStatus {
  NEW,
  RUNNING,
  SUSPENDED,
  RESUMING,
  SUCCEEDED,
  FAILED,
  CANCELLED;

  /** The transition table: where a call may go from here. */
  public Set<ToolCallStatus> next() {
    return switch (this) {
      case NEW -> Set.of(RUNNING, SUCCEEDED, FAILED, CANCELLED, SUSPENDED);
      case RUNNING -> Set.of(SUCCEEDED, FAILED, CANCELLED, SUSPENDED);
      case SUSPENDED -> Set.of(RESUMING, CANCELLED);
      case RESUMING -> Set.of(RUNNING, SUSPENDED, SUCCEEDED, FAILED, CANCELLED);
      case SUCCEEDED, FAILED, CANCELLED -> Set.of();
    };
  }

  /** Whether it goes nowhere from here. */
  public boolean terminal() {
    return this == SUCCEEDED || this == FAILED || this == CANCELLED;
  }

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
