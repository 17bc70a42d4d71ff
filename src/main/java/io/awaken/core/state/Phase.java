package io.awaken.core.state;

/** The phases of a run in their order (features rows 62-63). */
public enum Phase {
  /** Once, before the first step. */
  RUN_START,
  /** Before everything else of a step. */
  STEP_START,
  /** Before the model call; the request is composed here. */
  BEFORE_INFERENCE,
  /** The answer has arrived; none of its calls has run yet. */
  AFTER_INFERENCE,
  /** For each call: may it run? Pure; asked again when earlier calls of the step changed state. */
  TOOL_GATE,
  /** For each call that was let through, once. */
  BEFORE_TOOL_EXECUTE,
  /** For each call that has a result, also when no tool was asked for it. */
  AFTER_TOOL_EXECUTE,
  /** Every call of the step has its result. */
  STEP_END,
  /** Once, however the run ends. */
  RUN_END
}
