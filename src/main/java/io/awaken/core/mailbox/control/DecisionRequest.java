package io.awaken.core.mailbox.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.Caller;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;

/**
 * What somebody decides about a suspended call (features row 186).
 *
 * @param caller who decides
 * @param callId the call
 * @param about which of its questions
 * @param decisionId makes repeating it harmless; null for none
 * @param action which way the call goes
 * @param payload the answer; null for none
 * @param reason for people and the model; null for none
 */
public record DecisionRequest(
    Caller caller,
    String callId,
    About about,
    String decisionId,
    DecisionAction action,
    JsonNode payload,
    String reason) {

  public DecisionRequest {
    payload = payload == null || payload.isNull() ? null : payload;
  }

  /**
   * Which question is meant, as far as whoever decides says so; what is null is not checked.
   *
   * @param suspensionId the question; null means the only one that the call asked, of several that
   *     which was decided under the same decision id, else the last; without either id a decision
   *     about a call that asked more than once is refused
   * @param argumentsHash the arguments that were shown; another hash is refused
   */
  public record About(String suspensionId, String argumentsHash) {
    public static final About LAST = new About(null, null);
  }

  /** A plain decision about the last question of a call. */
  public static DecisionRequest of(Caller caller, String callId, DecisionAction action) {
    return new DecisionRequest(caller, callId, About.LAST, null, action, null, null);
  }

  /** What is stored of it. */
  Decision decision(String id, long now) {
    return new Decision(id, action, payload, reason, now);
  }
}
