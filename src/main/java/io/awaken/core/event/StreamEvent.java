package io.awaken.core.event;

import java.time.Instant;

/**
 * An event in its place (features row 172).
 *
 * @param cursor where it stands in the run
 * @param timestamp when it happened, to the millisecond
 * @param event what happened
 */
public record StreamEvent(Cursor cursor, Instant timestamp, AgentEvent event) {}
