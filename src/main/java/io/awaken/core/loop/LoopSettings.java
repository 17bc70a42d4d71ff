package io.awaken.core.loop;

import io.awaken.core.context.ContextLimits;
import io.awaken.core.context.HistoryBudget;
import io.awaken.core.context.Summaries;
import io.awaken.core.context.TokenEstimator;
import io.awaken.core.state.RestorePolicy;

/**
 * Limits and choices for every run of a node.
 *
 * @param restoring how stored values without a plugin are handled
 * @param limits limits of each run
 * @param budget the memory that all runs share for their conversations
 * @param estimator estimates the tokens of requests
 * @param summaries summarises long conversations in the background
 */
public record LoopSettings(
    RestorePolicy restoring,
    ContextLimits limits,
    HistoryBudget budget,
    TokenEstimator estimator,
    Summaries summaries) {

  /** The default limits, unbounded memory and no summaries. */
  public static LoopSettings defaults() {
    return new LoopSettings(
        RestorePolicy.DEFAULT,
        ContextLimits.DEFAULT,
        HistoryBudget.unlimited(),
        TokenEstimator.HEURISTIC,
        Summaries.NONE);
  }
}
