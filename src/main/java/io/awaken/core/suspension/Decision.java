package io.awaken.core.suspension;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The answer to a suspended call (features row 186).
 *
 * @param decisionId makes repetitions safe: a repeated id gets the same answer
 * @param action which way the call goes
 * @param result the payload, interpreted by the ticket's resume mode; null for none
 * @param reason for people and, when the call is cancelled, for the model; null for none
 * @param updatedAt epoch milliseconds
 */
public record Decision(
    String decisionId, DecisionAction action, JsonNode result, String reason, long updatedAt) {}
