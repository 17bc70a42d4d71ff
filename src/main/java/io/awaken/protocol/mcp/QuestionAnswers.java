package io.awaken.protocol.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.commit.SuspensionRecord;
import io.awaken.core.mailbox.DecisionRequest;
import io.awaken.core.run.Caller;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.http.submit.RunDecisions;
import io.awaken.mcp.JsonRpcError;
import io.awaken.protocol.mcp.call.Forms;
import jakarta.enterprise.context.Dependent;
import jakarta.inject.Inject;

/** Takes answers of clients to questions of runs as decisions. Thread-safe. */
@Dependent
public class QuestionAnswers {

  private final RunDecisions decisions;

  @Inject
  public QuestionAnswers(RunDecisions decisions) {
    this.decisions = decisions;
  }

  /**
   * Decides a question.
   *
   * @param reply {@code {action, content}}
   * @throws McpFailure for an answer that makes no sense
   * @throws io.awaken.http.security.RefusedException when it is not the caller's to decide, or
   *     decided already
   */
  void answer(SuspensionRecord question, JsonNode reply, Caller caller) {
    Forms.Said said;
    try {
      said = Forms.said(question.ticket(), reply);
    } catch (Forms.Unfit unfit) {
      throw McpFailure.inBand(JsonRpcError.INVALID_PARAMS, unfit.getMessage());
    }
    decide(question, said.goesOn(), said.payload(), said.reason(), caller);
  }

  /** The client could not ask anybody: the call does not go on. */
  void failed(SuspensionRecord question, Caller caller) {
    decide(question, false, null, "the client could not ask the user", caller);
  }

  private void decide(
      SuspensionRecord question, boolean goesOn, JsonNode payload, String reason, Caller caller) {
    var request =
        new DecisionRequest(
            caller,
            question.callId(),
            new DecisionRequest.About(question.ticket().suspension().id(), null),
            null,
            goesOn ? DecisionAction.RESUME : DecisionAction.CANCEL,
            payload,
            reason);
    decisions.decide(question.key().runId(), request, shown -> null);
  }
}
