package io.awaken.core.suspension;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Objects;

/**
 * Suspends a tool call until a decision is made (features row 184). Immutable.
 *
 * @param suspension what is asked
 * @param pending the call that waits; the runtime fills it in
 * @param resumeMode what a decision to resume does
 * @param approver who may decide
 * @param expiry when it is decided by itself; null for never
 * @param memo what the tool that asks wants to know again when it is called with the decision; kept
 *     with the question and shown to nobody; null for nothing
 */
public record SuspendTicket(
    Suspension suspension,
    PendingCall pending,
    ResumeMode resumeMode,
    Approver approver,
    Expiry expiry,
    JsonNode memo) {

  public SuspendTicket {
    Objects.requireNonNull(suspension, "a ticket must say what is asked");
    resumeMode = resumeMode == null ? ResumeMode.REPLAY_TOOL_CALL : resumeMode;
    approver = approver == null ? Approver.ANYBODY : approver;
  }

  /** A question without a memo. */
  public SuspendTicket(
      Suspension suspension,
      PendingCall pending,
      ResumeMode resumeMode,
      Approver approver,
      Expiry expiry) {
    this(suspension, pending, resumeMode, approver, expiry, null);
  }

  /**
   * Asks whether the call may run as it stands.
   *
   * @param action what kind of question it is
   * @param message the question, for people
   */
  public static SuspendTicket approval(String action, String message) {
    return of(ResumeMode.REPLAY_TOOL_CALL, new Suspension(null, action, message, null, null));
  }

  /** Asks for the call's result. */
  public static SuspendTicket result(String action, String message, JsonNode responseSchema) {
    return of(
        ResumeMode.USE_DECISION_AS_TOOL_RESULT,
        new Suspension(null, action, message, null, responseSchema));
  }

  /** Asks a question. */
  public static SuspendTicket of(ResumeMode mode, Suspension suspension) {
    return new SuspendTicket(suspension, null, mode, null, null);
  }

  /** The same under another suspension id. */
  public SuspendTicket withId(String id) {
    return with(suspension.withId(id));
  }

  /** The same with another question. */
  public SuspendTicket with(Suspension other) {
    return new SuspendTicket(other, pending, resumeMode, approver, expiry, memo);
  }

  /** The same about a call. */
  public SuspendTicket about(PendingCall call) {
    return new SuspendTicket(suspension, call, resumeMode, approver, expiry, memo);
  }

  /** The same for these to decide. */
  public SuspendTicket decidedBy(Approver who) {
    return new SuspendTicket(suspension, pending, resumeMode, who, expiry, memo);
  }

  /** The same, decided by itself in time. */
  public SuspendTicket expiring(Expiry when) {
    return new SuspendTicket(suspension, pending, resumeMode, approver, when, memo);
  }

  /** The same with what the tool wants to know again; null for nothing. */
  public SuspendTicket remembering(JsonNode what) {
    return new SuspendTicket(suspension, pending, resumeMode, approver, expiry, what);
  }
}
