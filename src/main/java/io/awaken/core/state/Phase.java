package io.awaken.core.state;

/** The phases of a run in their order (features rows 62-63). */
public enum Phase {
  /** Once, before the first step. */
  RUN_START,
  /** Before everything else of a step. */
  STEP_START,
  /** Before the model call, to compose the request. */
  BEFORE_INFERENCE,
  /** After the answer, before any of its calls. */
  AFTER_INFERENCE,
  /**
   * For each call, to decide whether it may run. Pure; entered again when earlier calls of the step
   * changed the state.
   */
  TOOL_GATE,
  /** For each allowed call, once. */
  BEFORE_TOOL_EXECUTE,
  /** For each result, even one that no tool returned. */
  AFTER_TOOL_EXECUTE,
  /** After the last result of the step. */
  STEP_END,
  /** Once, however the run ends. */
  RUN_END
}
