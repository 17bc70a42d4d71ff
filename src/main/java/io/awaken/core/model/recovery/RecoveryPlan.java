package io.awaken.core.model.recovery;

/** How an interrupted answer is recovered. */
enum RecoveryPlan {
  /** Only text arrived: the model continues it. */
  CONTINUE,
  /** Some calls are complete: the answer is used without the interrupted call. */
  USE_CALLS,
  /** Text and a partial call arrived: the call is void, and the model continues the text. */
  CUT_CALL,
  /** Nothing arrived that can be continued: the model is called again from the start. */
  RESTART;

  /**
   * @param broken the interrupted call's answer
   * @param continued whether an earlier part of the answer is retained
   */
  static RecoveryPlan of(BrokenAnswer broken, boolean continued) {
    if (!broken.calls().isEmpty()) {
      return USE_CALLS;
    }
    if (!continued && !broken.hasContent()) {
      return RESTART;
    }
    return broken.callCut() ? CUT_CALL : CONTINUE;
  }
}
