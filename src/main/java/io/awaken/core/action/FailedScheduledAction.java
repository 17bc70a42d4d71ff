package io.awaken.core.action;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * An action whose handler failed; it is not retried (features row 91).
 *
 * @param actionKey the action
 * @param payload the argument of the handler
 * @param error the reason
 */
public record FailedScheduledAction(String actionKey, JsonNode payload, String error) {}
