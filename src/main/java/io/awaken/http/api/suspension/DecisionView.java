package io.awaken.http.api.suspension;

import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.http.openapi.Required;

/** A stored decision; repeating it returns the same one. */
public record DecisionView(
    @Required String status,
    @Required RunId runId,
    @Required ThreadId threadId,
    @Required String toolCallId,
    @Required String suspensionId,
    @Required String decisionId,
    @Required DecisionAction action) {

  public static DecisionView of(SuspensionRecord question) {
    return new DecisionView(
        "decision_submitted",
        question.key().runId(),
        question.key().threadId(),
        question.callId(),
        question.ticket().suspension().id(),
        question.decision().decisionId(),
        question.decision().action());
  }
}
