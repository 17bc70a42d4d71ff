package io.awaken.core.suspension;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** How a suspended call is resumed (features row 185). */
public enum ResumeMode {
  /** The tool is called with the call's arguments. */
  REPLAY_TOOL_CALL,
  /** The decision's payload is the call's result; the tool is not called. */
  USE_DECISION_AS_TOOL_RESULT,
  /** The tool is called with the decision's payload as its arguments, which are validated again. */
  PASS_DECISION_TO_TOOL,
  /**
   * The tool is called again with the call's arguments, and reads the decision on its question,
   * even a refusal, which it may have to pass on (features row 1130). For a gate it equals {@link
   * #REPLAY_TOOL_CALL}: a refusal prevents the call.
   */
  ANSWER_TOOL;

  /** Whether the question requires an answer that fits its schema, rather than an approval. */
  public boolean requiresAnswer() {
    return this == USE_DECISION_AS_TOOL_RESULT || this == ANSWER_TOOL;
  }

  @JsonValue
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }
}
