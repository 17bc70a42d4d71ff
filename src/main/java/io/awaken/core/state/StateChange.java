package io.awaken.core.state;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A value that the next durable commit of a run has to write.
 *
 * @param scope whether it belongs to the run or to the thread
 * @param key the name of its key
 * @param value null when it was removed
 */
public record StateChange(KeyScope scope, String key, JsonNode value) {}
