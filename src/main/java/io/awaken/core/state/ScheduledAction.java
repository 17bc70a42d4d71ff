package io.awaken.core.state;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Work that a command schedules (features row 84).
 *
 * @param key the name of its {@link ActionKey}
 * @param phase its phase
 * @param payload the argument of its handler
 */
public record ScheduledAction(String key, Phase phase, JsonNode payload) {}
