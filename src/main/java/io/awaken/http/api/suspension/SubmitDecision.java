package io.awaken.http.api.suspension;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.run.Caller;
import io.awaken.core.run.Ids;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.http.openapi.Described;
import io.awaken.http.openapi.Required;
import io.awaken.http.security.Refusal;
import io.awaken.http.submit.Bodies;

/**
 * The body of {@code POST /v1/runs/{id}/decision} and {@code POST /v1/threads/{id}/decision}
 * (features row 186); every name is read in camel case too.
 *
 * @param toolCallId the suspended call
 * @param action {@code resume} or {@code cancel}
 * @param payload the answer, if the question requires one
 * @param reason for people and the model, at most 2,000 characters
 * @param decisionId repeating the decision with the same id has no further effect
 * @param suspensionId refuses the decision for any other question
 * @param argumentsHash refuses the decision if the call's arguments have changed
 */
public record SubmitDecision(
    @Required @JsonAlias("toolCallId") String toolCallId,
    @Required @Described(values = {"resume", "cancel"}) String action,
    @Described("The answer, if the question requires one.") JsonNode payload,
    @Described(value = "For people and the model.", max = 2_000) String reason,
    @Described(
            value = "Repeating the decision with the same id has no further effect.",
            max = Ids.MAX_LENGTH)
        @JsonAlias("decisionId")
        String decisionId,
    @Described("Refuses the decision for any other question.") @JsonAlias("suspensionId")
        String suspensionId,
    @Described("Refuses the decision if the call's arguments have changed.")
        @JsonAlias("argumentsHash")
        String argumentsHash) {

  /**
   * The checked request.
   *
   * @throws io.awaken.http.security.RefusedException 400 naming the field
   * @throws io.awaken.core.run.InvalidId for an invalid id
   */
  public DecisionRequest toRequest(Caller caller) {
    if (toolCallId == null || toolCallId.isBlank()) {
      throw Refusal.missing("tool_call_id").exception();
    }
    if (decisionId != null) {
      Ids.check("decision_id", decisionId);
    }
    if (reason != null) {
      Bodies.storable("reason", reason);
    }
    return new DecisionRequest(
        caller,
        toolCallId,
        new DecisionRequest.About(suspensionId, argumentsHash),
        decisionId,
        wanted(),
        payload,
        reason);
  }

  private DecisionAction wanted() {
    return switch (action) {
      case null -> throw Refusal.missing("action").exception();
      case "resume" -> DecisionAction.RESUME;
      case "cancel" -> DecisionAction.CANCEL;
      default -> throw Refusal.invalid("action", "action must be resume or cancel").exception();
    };
  }
}
