package io.awaken.core.store.job;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;
import java.util.Set;

/** Where a mailbox job is in its life (features row 190). */
public enum JobStatus {
  QUEUED,
  CLAIMED,
  ACCEPTED,
  DEAD_LETTER,
  SUPERSEDED,
  CANCELLED;

  /** The transition table: where a job may go from here. */
  public Set<JobStatus> next() {
    return switch (this) {
      case QUEUED -> Set.of(CLAIMED, SUPERSEDED, CANCELLED);
      case CLAIMED -> Set.of(ACCEPTED, QUEUED, DEAD_LETTER, SUPERSEDED, CANCELLED);
      // A new run takes the place of the one that was given up.
      case DEAD_LETTER -> Set.of(SUPERSEDED);
      case ACCEPTED, SUPERSEDED, CANCELLED -> Set.of();
    };
  }

  /** Whether a job may go from here to there. */
  public boolean leadsTo(JobStatus other) {
    return next().contains(other);
  }

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
