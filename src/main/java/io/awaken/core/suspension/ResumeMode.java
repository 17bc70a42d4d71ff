package io.awaken.core.suspension;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What becomes of a suspended call whose decision is to resume (features row 185). */
public enum ResumeMode {
  /** The tool is called with the arguments that the call has. */
  REPLAY_TOOL_CALL,
  /** The decision's payload is the call's result; the tool is not called. */
  USE_DECISION_AS_TOOL_RESULT,
  /** The tool is called with the decision's payload as its arguments, checked again. */
  PASS_DECISION_TO_TOOL,
  /**
   * The tool is called again with the arguments that the call has, and reads the decision to its
   * question, also one to cancel: it may have to tell others what was said (features row 1130). For
   * a gate it is the same as {@link #REPLAY_TOOL_CALL}: its no keeps the call from running.
   */
  ANSWER_TOOL;

  /**
   * Whether an answer is asked for, in the form that the question's schema has, rather than whether
   * the call may run.
   */
  public boolean wantsAnswer() {
    return this == USE_DECISION_AS_TOOL_RESULT || this == ANSWER_TOOL;
  }

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
