package io.awaken.http.api.suspension;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.core.run.RunId;
import io.awaken.core.run.ThreadId;
import io.awaken.core.store.suspension.SuspensionRecord;
import io.awaken.core.suspension.Approver;
import io.awaken.core.suspension.DecisionAction;
import io.awaken.core.suspension.PendingCall;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.Suspension;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.core.suspension.SuspensionStatus;
import io.awaken.http.openapi.Required;
import java.util.List;

/**
 * A suspended call and its question on the wire; times are milliseconds (features row 184).
 *
 * @param requester the subject for whom the agent asks
 * @param parent the call that waits for the run that asks; absent unless that is a delegate's
 * @param told the webhooks that are told of it; absent when there are none
 */
public record SuspensionView(
    @Required String id,
    @Required RunId runId,
    @Required ThreadId threadId,
    @Required String agentId,
    @Required String requester,
    @Required String toolCallId,
    @Required PendingCall pending,
    @Required String action,
    String message,
    JsonNode parameters,
    JsonNode responseSchema,
    @Required ResumeMode resumeMode,
    @Required SuspensionStatus status,
    @Required SuspensionKind kind,
    Approver approver,
    @Required String argumentsHash,
    long createdAt,
    Long expiresAt,
    Decided decision,
    SuspendTicket.Above parent,
    List<SuspendTicket.Told> told) {

  /**
   * The decision.
   *
   * @param result its payload
   * @param decidedBy the subject
   */
  record Decided(
      String decisionId,
      DecisionAction action,
      JsonNode result,
      String reason,
      String decidedBy,
      long decidedAt) {}

  /** The public view of a question in any state. */
  public static SuspensionView of(SuspensionRecord record) {
    Suspension question = record.ticket().suspension();
    return new SuspensionView(
        question.id(),
        record.key().runId(),
        record.key().threadId(),
        record.agentId(),
        record.requester(),
        record.callId(),
        record.ticket().pending(),
        question.action(),
        question.message(),
        question.parameters(),
        question.responseSchema(),
        record.ticket().resumeMode(),
        record.status(),
        record.kind(),
        approver(record.ticket().approver()),
        record.argumentsHash(),
        record.createdAt(),
        record.expiresAt(),
        decided(record),
        record.ticket().above(),
        record.ticket().told().isEmpty() ? null : record.ticket().told());
  }

  /** Absent when every caller of the tenant may decide. */
  private static Approver approver(Approver approver) {
    return approver.equals(Approver.ANY_CALLER) ? null : approver;
  }

  private static Decided decided(SuspensionRecord record) {
    var decision = record.decision();
    return decision == null
        ? null
        : new Decided(
            decision.decisionId(),
            decision.action(),
            decision.result(),
            decision.reason(),
            record.decidedBy(),
            decision.updatedAt());
  }
}
