package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.mailbox.control.DecisionRequest;
import io.awaken.core.run.Caller;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.http.submit.RunDecisions;
import io.awaken.protocol.mcp.call.ClientAbilities;
import io.awaken.protocol.mcp.call.Forms;
import io.awaken.rpc.JsonRpcError;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;
import java.util.function.Function;

/** Turns clients' answers into decisions of suspensions. Thread-safe. */
@Dependent
public class QuestionAnswers {

  private final RunDecisions decisions;

  @Inject
  public QuestionAnswers(RunDecisions decisions) {
    this.decisions = decisions;
  }

  /**
   * Decides a suspension, unless a request that was sent to the client has no reply.
   *
   * @param client the client's capabilities
   * @param replies the reply to a request of the question by name, or to the question itself for
   *     null; returns null for none
   * @throws McpFailure for an invalid answer
   * @throws io.awaken.http.security.RefusedException when the caller may not decide it, or it is
   *     already decided
   */
  void answer(
      SuspensionRecord question,
      ClientAbilities client,
      Function<String, JsonNode> replies,
      Caller caller) {
    try {
      Forms.answer(question.ticket(), client, replies)
          .ifPresent(
              answer ->
                  decide(question, answer.accepted(), answer.payload(), answer.reason(), caller));
    } catch (Forms.InvalidAnswer invalid) {
      throw McpFailure.inBand(JsonRpcError.INVALID_PARAMS, invalid.getMessage());
    }
  }

  /** The client could not ask the user: the call is declined. */
  void failed(SuspensionRecord question, Caller caller) {
    decide(question, false, null, "the client could not ask the user", caller);
  }

  private void decide(
      SuspensionRecord question, boolean accepted, JsonNode payload, String reason, Caller caller) {
    var request =
        new DecisionRequest(
            caller,
            question.callId(),
            new DecisionRequest.About(question.ticket().suspension().id(), null),
            null,
            accepted ? DecisionAction.RESUME : DecisionAction.CANCEL,
            payload,
            reason);
    decisions.decide(question.key().runId(), request, shown -> null);
  }
}
