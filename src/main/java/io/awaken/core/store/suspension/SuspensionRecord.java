package io.awaken.core.store.suspension;

import io.awaken.core.suspension.Decision;
import io.awaken.core.suspension.Expiry;
import io.awaken.core.suspension.ResumeMode;
import io.awaken.core.suspension.SuspendTicket;
import io.awaken.core.suspension.SuspensionKind;
import io.awaken.core.suspension.SuspensionStatus;

/**
 * A question as stored.
 *
 * @param key names it
 * @param tenant whose it is
 * @param requester the subject on whose behalf the run acts
 * @param agentId the agent that called
 * @param kind why the call waits
 * @param askedBy the plugin whose gate asked; null when none did
 * @param status where it is
 * @param ticket what is asked
 * @param argumentsHash what a decision holds for
 * @param batch whether decisions count only when every question of the run has one
 * @param createdAt epoch milliseconds, as all times here
 * @param expiresAt when it is decided by itself, or null
 * @param decision null until decided
 * @param decidedBy the subject that decided, {@code expiry} for time; null until decided
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

  /** A question as a commit asks it now. */
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
   * Whether time decided it. The decision's id says so, which nobody else may use: somebody can be
   * called like what stands for the decider.
   */
  public boolean expired() {
    return decision != null && Expiry.BY.equals(decision.decisionId());
  }

  /**
   * Whether its decision puts words into the run: why a call was refused, which the model reads, a
   * result, or other arguments. A plain yes or no does not, nor does one that time gave.
   */
  public boolean speaks() {
    if (decision == null || expired()) {
      return false;
    }
    return switch (decision.action()) {
      case CANCEL -> decision.reason() != null;
      case RESUME ->
          decision.result() != null && ticket.resumeMode() != ResumeMode.REPLAY_TOOL_CALL;
    };
  }

  /** The same question with its decision. */
  public SuspensionRecord decided(Decision how, String by) {
    return changed(SuspensionStatus.DECIDED, how, by);
  }

  /** The same question elsewhere in its life. */
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
