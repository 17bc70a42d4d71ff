package io.awaken.core.run;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Set;

/** The state of a run (features row 128). */
public enum RunStatus {
  CREATED,
  RUNNING,
  WAITING,
  DONE;

  /** The transition table: the states that may follow. */
  public Set<RunStatus> next() {
    return switch (this) {
      case CREATED -> Set.of(RUNNING, DONE);
      case RUNNING -> Set.of(WAITING, DONE);
      case WAITING -> Set.of(RUNNING, DONE);
      case DONE -> Set.of();
    };
  }

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
