package io.awaken.core.store.job;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Set;

/** The status of a mailbox job (features row 190). */
public enum JobStatus {
  QUEUED,
  CLAIMED,
  ACCEPTED,
  DEAD_LETTER,
  SUPERSEDED,
  CANCELLED;

  /** The transition table: the statuses that may follow this one. */
  public Set<JobStatus> next() {
    return switch (this) {
      case QUEUED -> Set.of(CLAIMED, SUPERSEDED, CANCELLED);
      case CLAIMED -> Set.of(ACCEPTED, QUEUED, DEAD_LETTER, SUPERSEDED, CANCELLED);
      // A redrive starts a new run in place of the dead one.
      case DEAD_LETTER -> Set.of(SUPERSEDED);
      case ACCEPTED, SUPERSEDED, CANCELLED -> Set.of();
    };
  }

  /** Returns whether the table allows the transition to another status. */
  public boolean leadsTo(JobStatus other) {
    return next().contains(other);
  }

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
