package io.awaken.core.suspension;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;

/**
 * The answer to a suspended call (features row 186).
 *
 * @param decisionId makes repetitions safe: a repeated id gets the same answer
 * @param action which way the call goes
 * @param result the payload, interpreted by the ticket's resume mode; null for none
 * @param reason for people and, when the call is cancelled, for the model; null for none
 * @param updatedAt epoch milliseconds
 * @param messageId the client's id of the message with the answer, which names the call's result
 *     for this client; null for none
 */
public record Decision(
    String decisionId,
    DecisionAction action,
    JsonNode result,
    String reason,
    long updatedAt,
    @JsonInclude(JsonInclude.Include.NON_NULL) String messageId) {

  /** An answer that is no message of a client. */
  public Decision(
      String decisionId, DecisionAction action, JsonNode result, String reason, long updatedAt) {
    this(decisionId, action, result, reason, updatedAt, null);
  }
}
