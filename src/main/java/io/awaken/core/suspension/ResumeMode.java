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
  PASS_DECISION_TO_TOOL;

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
