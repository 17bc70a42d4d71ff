package io.awaken.core.model.recovery;

/** How an interrupted answer is recovered. */
enum RecoveryPlan {
  /** Only text came: the model continues it. */
  CONTINUE,
  /** Some calls are complete: the answer is used without the interrupted call. */
  USE_CALLS,
  /** Text came, and a part of a call: the call is void, and the model continues the text. */
  CUT_CALL,
  /** Nothing arrived that can be continued: the model is called again from the start. */
  RESTART;

  /**
   * @param broken what came of the call that broke off
   * @param continued whether an earlier part of the answer is kept
   */
  static RecoveryPlan of(BrokenAnswer broken, boolean continued) {
    if (!broken.calls().isEmpty()) {
      return USE_CALLS;
    }
    if (!continued && !broken.says()) {
      return RESTART;
    }
    return broken.callCut() ? CUT_CALL : CONTINUE;
  }
}
