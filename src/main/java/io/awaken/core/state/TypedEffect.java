package io.awaken.core.state;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * An effect to be dispatched after its command is committed (features row 98).
 *
 * @param key the name of its {@link EffectKey}
 * @param payload the argument of its handler
 */
public record TypedEffect(String key, JsonNode payload) {}
