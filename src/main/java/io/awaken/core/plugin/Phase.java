package io.awaken.core.plugin;

/** The phases of a run in their order (features row 62; architecture section 4). */
public enum Phase {
  RUN_START,
  STEP_START,
  BEFORE_INFERENCE,
  AFTER_INFERENCE,
  TOOL_GATE,
  BEFORE_TOOL_EXECUTE,
  AFTER_TOOL_EXECUTE,
  STEP_END,
  RUN_END
}
