package io.awaken.core.suspension;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Objects;

/**
 * Suspends a tool call until a decision is made (features row 184). Immutable.
 *
 * @param suspension the question
 * @param pending the waiting call; set by the runtime
 * @param resumeMode what a decision to resume does
 * @param approver who may decide
 * @param expiry when it is decided automatically; null for never
 * @param memo data of the asking tool, returned to it with the decision; stored with the question
 *     and never shown; null for none
 * @param told the webhooks that are told of it, set when it is asked; usually none
 * @param above the call that waits for the asking run, set when it is asked; null for none
 */
public record SuspendTicket(
    Suspension suspension,
    PendingCall pending,
    ResumeMode resumeMode,
    Approver approver,
    Expiry expiry,
    JsonNode memo,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Told> told,
    @JsonInclude(JsonInclude.Include.NON_NULL) Above above) {

  /**
   * A webhook that is told of a question.
   *
   * @param webhook its id
   * @param subject who may answer through it; null for nobody
   */
  public record Told(String webhook, String subject) {}

  /**
   * The call that started the run that asks.
   *
   * @param threadId its thread
   * @param runId its run
   * @param toolCallId the call
   * @param rootRunId the run above all delegates
   */
  public record Above(String threadId, String runId, String toolCallId, String rootRunId) {}

  public SuspendTicket {
    Objects.requireNonNull(suspension, "a ticket must have a question");
    resumeMode = resumeMode == null ? ResumeMode.REPLAY_TOOL_CALL : resumeMode;
    approver = approver == null ? Approver.ANY_CALLER : approver;
    told = told == null ? List.of() : List.copyOf(told);
  }

  /** A question without a memo. */
  public SuspendTicket(
      Suspension suspension,
      PendingCall pending,
      ResumeMode resumeMode,
      Approver approver,
      Expiry expiry) {
    this(suspension, pending, resumeMode, approver, expiry, null, null, null);
  }

  /**
   * Asks whether the call may run unchanged.
   *
   * @param action the kind of question
   * @param message the question, for people
   */
  public static SuspendTicket approval(String action, String message) {
    return of(ResumeMode.REPLAY_TOOL_CALL, new Suspension(null, action, message, null, null));
  }

  /** Asks for the result of the call. */
  public static SuspendTicket result(String action, String message, JsonNode responseSchema) {
    return of(
        ResumeMode.USE_DECISION_AS_TOOL_RESULT,
        new Suspension(null, action, message, null, responseSchema));
  }

  /** Asks a question. */
  public static SuspendTicket of(ResumeMode mode, Suspension suspension) {
    return new SuspendTicket(suspension, null, mode, null, null);
  }

  /** A copy with another suspension id. */
  public SuspendTicket withId(String id) {
    return with(suspension.withId(id));
  }

  /** A copy with another question. */
  public SuspendTicket with(Suspension other) {
    return new SuspendTicket(other, pending, resumeMode, approver, expiry, memo, told, above);
  }

  /** A copy about a call. */
  public SuspendTicket about(PendingCall call) {
    return new SuspendTicket(suspension, call, resumeMode, approver, expiry, memo, told, above);
  }

  /** A copy with this approver. */
  public SuspendTicket decidedBy(Approver who) {
    return new SuspendTicket(suspension, pending, resumeMode, who, expiry, memo, told, above);
  }

  /** A copy with this expiry. */
  public SuspendTicket expiring(Expiry when) {
    return new SuspendTicket(suspension, pending, resumeMode, approver, when, memo, told, above);
  }

  /** A copy with this memo; null for none. */
  public SuspendTicket remembering(JsonNode what) {
    return new SuspendTicket(suspension, pending, resumeMode, approver, expiry, what, told, above);
  }

  /** A copy that these webhooks are told of. */
  public SuspendTicket telling(List<Told> whom) {
    return new SuspendTicket(suspension, pending, resumeMode, approver, expiry, memo, whom, above);
  }

  /** A copy of a run that this call started; null for none. */
  public SuspendTicket below(Above call) {
    return new SuspendTicket(suspension, pending, resumeMode, approver, expiry, memo, told, call);
  }
}
