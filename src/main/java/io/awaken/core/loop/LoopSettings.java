package io.awaken.core.loop;

import io.awaken.core.context.ContextLimits;
import io.awaken.core.context.HistoryBudget;
import io.awaken.core.context.Summaries;
import io.awaken.core.context.TokenEstimator;
import io.awaken.core.decision.Delegation;
import io.awaken.core.run.Caller;
import io.awaken.core.state.RestorePolicy;
import java.util.function.Predicate;

/**
 * Limits and choices for every run of a node.
 *
 * @param restoring how stored values without a plugin are handled
 * @param limits limits of each run
 * @param budget the memory that all runs share for their conversations
 * @param estimator estimates the tokens of requests
 * @param summaries summarises long conversations in the background
 * @param reasons whose runs get a provider's own reason in the event of a failed model call: it may
 *     quote the configuration, so only operators and a server's local user
 * @param delegation limits of the runs of delegates
 */
public record LoopSettings(
    RestorePolicy restoring,
    ContextLimits limits,
    HistoryBudget budget,
    TokenEstimator estimator,
    Summaries summaries,
    Predicate<Caller> reasons,
    Delegation.Limits delegation) {

  /** Settings with which no run gets a provider's own reason, and default limits of delegates. */
  public LoopSettings(
      RestorePolicy restoring,
      ContextLimits limits,
      HistoryBudget budget,
      TokenEstimator estimator,
      Summaries summaries) {
    this(
        restoring,
        limits,
        budget,
        estimator,
        summaries,
        caller -> false,
        Delegation.Limits.DEFAULT);
  }

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
