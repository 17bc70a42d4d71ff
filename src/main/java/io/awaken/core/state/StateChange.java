package io.awaken.core.state;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A value for the next durable commit of a run.
 *
 * @param scope whether it belongs to the run or to the thread
 * @param key the name of its key
 * @param value null for a removal
 */
public record StateChange(KeyScope scope, String key, JsonNode value) {}
