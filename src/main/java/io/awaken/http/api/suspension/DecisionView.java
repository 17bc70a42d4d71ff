package io.awaken.http.api.suspension;

import io.awaken.core.commit.SuspensionRecord;
import io.awaken.core.mailbox.DecisionResult;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.http.openapi.Required;
import io.awaken.http.security.Refusal;

/** A decision that stands; one that comes again is answered the same. */
record DecisionView(
    @Required String status,
    @Required RunId runId,
    @Required ThreadId threadId,
    @Required String toolCallId,
    @Required String suspensionId,
    @Required String decisionId,
    @Required DecisionAction action) {

  /**
   * @throws io.awaken.http.security.RefusedException when it does not stand: 400, 403, 404 or 409
   */
  static DecisionView of(DecisionResult result) {
    return switch (result) {
      case DecisionResult.Submitted submitted -> of(submitted.question());
      case DecisionResult.NotFound none ->
          throw Refusal.notFound(none.kind(), none.id()).exception();
      case DecisionResult.NotAllowed caller ->
          throw Refusal.forbidden("not_an_approver", "deciding this takes " + caller.missing())
              .exception();
      case DecisionResult.Unfit unfit ->
          throw Refusal.invalid(unfit.field(), unfit.reason()).exception();
      case DecisionResult.Refused refused ->
          throw refusal(refused.why()).with(SuspensionView.of(refused.question())).exception();
    };
  }

  private static DecisionView of(SuspensionRecord question) {
    return new DecisionView(
        "decision_submitted",
        question.key().runId(),
        question.key().threadId(),
        question.callId(),
        question.ticket().suspension().id(),
        question.decision().decisionId(),
        question.decision().action());
  }

  private static Refusal refusal(DecisionResult.Why why) {
    return switch (why) {
      case CLOSED ->
          Refusal.conflict("suspension_closed", "the question is closed to this decision");
      case EXPIRED -> Refusal.conflict("suspension_expired", "the time to decide is over");
      case OTHER_QUESTION ->
          Refusal.conflict("other_suspension", "the call has no question of this suspension_id")
              .about("suspension_id");
      case OTHER_ARGUMENTS ->
          Refusal.conflict("other_arguments", "the question is about other arguments")
              .about("arguments_hash");
    };
  }
}
