package io.awaken.core.mailbox.control;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.Caller;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.DecisionAction;

/**
 * A caller's decision about a suspended call (features row 186).
 *
 * @param caller the caller who decides
 * @param callId the call
 * @param about which of its questions
 * @param decisionId makes repeating the request safe, or null
 * @param action which way the call goes; null to see the question, which changes nothing
 * @param payload the answer, or null
 * @param reason for people and the model, or null
 * @param messageId the client's id of the message with the answer, or null
 */
public record DecisionRequest(
    Caller caller,
    String callId,
    About about,
    String decisionId,
    DecisionAction action,
    JsonNode payload,
    String reason,
    String messageId) {

  public DecisionRequest {
    payload = payload == null || payload.isNull() ? null : payload;
  }

  /** A decision that is no message of the client. */
  public DecisionRequest(
      Caller caller,
      String callId,
      About about,
      String decisionId,
      DecisionAction action,
      JsonNode payload,
      String reason) {
    this(caller, callId, about, decisionId, action, payload, reason, null);
  }

  /** The decision that a message of the client contains. */
  public DecisionRequest sentAs(String message) {
    return new DecisionRequest(caller, callId, about, decisionId, action, payload, reason, message);
  }

  /**
   * Names the question that the caller means; null fields are not checked.
   *
   * @param suspensionId the question. Null means the only one; of several, the one already decided
   *     under this decision id, else the last. A decision without either id about a call with
   *     several questions is refused
   * @param argumentsHash the arguments that the caller saw; another hash is refused
   * @param kind the {@link io.awaken.core.suspension.Suspension#action} of the question; questions
   *     with another one are not meant
   */
  public record About(String suspensionId, String argumentsHash, String kind) {
    public static final About LAST = new About(null, null);

    public About(String suspensionId, String argumentsHash) {
      this(suspensionId, argumentsHash, null);
    }

    /** The last question of this kind, whatever the call has asked since. */
    public static About last(String kind) {
      return new About(null, null, kind);
    }
  }

  /** A decision about the last question of a call, without an id. */
  public static DecisionRequest of(Caller caller, String callId, DecisionAction action) {
    return new DecisionRequest(caller, callId, About.LAST, null, action, null, null);
  }

  /** Asks for a question in any state, with the rights that its decision requires. */
  public static DecisionRequest toSee(Caller caller, String callId, String suspensionId) {
    return new DecisionRequest(
        caller, callId, new About(suspensionId, null), null, null, null, null);
  }

  /** The decision to be stored. */
  Decision decision(String id, long now) {
    return new Decision(id, action, payload, reason, now, messageId);
  }
}
