package io.awaken.core.run;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Set;

/** The state of a tool call (features row 117). */
public enum ToolCallStatus {
  NEW,
  RUNNING,
  SUSPENDED,
  RESUMING,
  SUCCEEDED,
  FAILED,
  CANCELLED;

  /** The transition table: the states that may follow. */
  public Set<ToolCallStatus> next() {
    return switch (this) {
      case NEW -> Set.of(RUNNING, SUCCEEDED, FAILED, CANCELLED, SUSPENDED);
      case RUNNING -> Set.of(SUCCEEDED, FAILED, CANCELLED, SUSPENDED);
      case SUSPENDED -> Set.of(RESUMING, CANCELLED);
      case RESUMING -> Set.of(RUNNING, SUSPENDED, SUCCEEDED, FAILED, CANCELLED);
      case SUCCEEDED, FAILED, CANCELLED -> Set.of();
    };
  }

  /** Whether no state follows. */
  public boolean terminal() {
    return this == SUCCEEDED || this == FAILED || this == CANCELLED;
  }

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
