package io.awaken.core.action;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * An action whose handler failed; it is not tried again (features row 91).
 *
 * @param actionKey the action
 * @param payload what the handler was told
 * @param error why it failed
 */
public record FailedScheduledAction(String actionKey, JsonNode payload, String error) {}
