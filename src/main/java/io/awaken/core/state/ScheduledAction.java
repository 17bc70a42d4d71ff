package io.awaken.core.state;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Work that a command asks for (features row 84).
 *
 * @param key the name of its {@link ActionKey}
 * @param phase when it is done
 * @param payload what its handler is told
 */
public record ScheduledAction(String key, Phase phase, JsonNode payload) {}
