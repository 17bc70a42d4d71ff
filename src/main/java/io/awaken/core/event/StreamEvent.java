package io.awaken.core.event;

import java.time.Instant;
import java.util.Set;

/**
 * An event in its place (features row 172).
 *
 * @param cursor where it stands in the run
 * @param timestamp when it happened, to the millisecond
 * @param event what happened
 * @param tags what plugins filter it by; empty for most
 */
public record StreamEvent(Cursor cursor, Instant timestamp, AgentEvent event, Set<String> tags) {

  /** An event without tags. */
  public StreamEvent(Cursor cursor, Instant timestamp, AgentEvent event) {
    this(cursor, timestamp, event, Set.of());
  }
}
