package io.awaken.core.store.suspension;

import io.awaken.core.run.Caller;
import io.awaken.core.store.suspension.SuspensionChanges.NewSuspension;
import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.core.suspension.SuspensionStatus;

/**
 * A stored suspension.
 *
 * @param key its key
 * @param tenant its tenant
 * @param requester the subject the run acts for
 * @param agentId the agent that made the call
 * @param kind why the call waits
 * @param askedBy the plugin whose gate suspended it; null when none did
 * @param status its status
 * @param ticket the question
 * @param argumentsHash the arguments that a decision applies to
 * @param batch whether decisions take effect only when every suspension of the run has one
 * @param createdAt epoch milliseconds, as all times here
 * @param expiresAt when it is decided automatically, or null
 * @param decision null until decided
 * @param decidedBy the subject that decided, {@code expiry} on timeout; null until decided
 */
public record SuspensionRecord(
    SuspensionKey key,
    String tenant,
    String requester,
    String agentId,
    SuspensionKind kind,
    String askedBy,
    SuspensionStatus status,
    SuspendTicket ticket,
    String argumentsHash,
    boolean batch,
    long createdAt,
    Long expiresAt,
    Decision decision,
    String decidedBy) {

  public String callId() {
    return key.callId();
  }

  /** Whether a person answers it; a hidden question is answered by the end of another run. */
  public boolean ofPeople() {
    return kind.ofPeople();
  }

  /** Whether it is of a caller's tenant, and not of a named requester for an anonymous caller. */
  public boolean seenBy(Caller caller) {
    return ofPeople() && caller.sees(tenant, requester);
  }

  /** A new suspension as stored now. */
  public static SuspensionRecord asked(NewSuspension question, long now) {
    var ticket = question.ticket();
    return new SuspensionRecord(
        question.key(),
        question.run().caller().tenant(),
        question.run().caller().subject(),
        question.run().agentId(),
        question.kind(),
        question.askedBy(),
        SuspensionStatus.OPEN,
        ticket,
        question.argumentsHash(),
        question.batch(),
        now,
        ticket.expiry() == null ? null : Long.valueOf(now + ticket.expiry().afterMillis()),
        null,
        null);
  }

  /**
   * Returns whether a timeout decided it. Checks the decision's reserved id, because a subject may
   * be named like the decider of timeouts.
   */
  public boolean expired() {
    return decision != null && Expiry.BY.equals(decision.decisionId());
  }

  /**
   * Returns whether its decision adds text to the run: the reason of a refusal, which the model
   * reads, a result, or changed arguments. A plain approval or refusal does not, nor does a
   * timeout.
   */
  public boolean addsText() {
    if (decision == null || expired()) {
      return false;
    }
    return switch (decision.action()) {
      case CANCEL -> decision.reason() != null;
      case RESUME ->
          decision.result() != null && ticket.resumeMode() != ResumeMode.REPLAY_TOOL_CALL;
    };
  }

  public SuspensionRecord decided(Decision how, String by) {
    return changed(SuspensionStatus.DECIDED, how, by);
  }

  public SuspensionRecord with(SuspensionStatus next) {
    return changed(next, decision, decidedBy);
  }

  private SuspensionRecord changed(SuspensionStatus next, Decision how, String by) {
    return new SuspensionRecord(
        key,
        tenant,
        requester,
        agentId,
        kind,
        askedBy,
        next,
        ticket,
        argumentsHash,
        batch,
        createdAt,
        expiresAt,
        how,
        by);
  }
}
