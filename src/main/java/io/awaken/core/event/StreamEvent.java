package io.awaken.core.event;

import java.time.Instant;
import java.util.Set;

/**
 * An event with its cursor (features row 172).
 *
 * @param cursor its position in the run
 * @param timestamp when it happened, to the millisecond
 * @param event the event itself
 * @param tags plugins filter by them; empty for most
 */
public record StreamEvent(Cursor cursor, Instant timestamp, AgentEvent event, Set<String> tags) {

  /** An event without tags. */
  public StreamEvent(Cursor cursor, Instant timestamp, AgentEvent event) {
    this(cursor, timestamp, event, Set.of());
  }
}
