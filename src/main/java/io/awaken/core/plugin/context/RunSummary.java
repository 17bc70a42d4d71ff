package io.awaken.core.plugin.context;

import io.awaken.core.run.RunIdentity;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.Cost;

/**
 * How a run ended.
 *
 * @param run ids and caller
 * @param termination why it ended
 * @param response text of the last answer; null for none
 * @param steps model calls
 * @param inputTokens in all
 * @param outputTokens in all
 * @param cost of all model calls whose model has prices; null where none has
 */
public record RunSummary(
    RunIdentity run,
    TerminationReason termination,
    String response,
    int steps,
    long inputTokens,
    long outputTokens,
    Cost cost) {

  /** A summary of a run whose models have no prices. */
  public RunSummary(
      RunIdentity run,
      TerminationReason termination,
      String response,
      int steps,
      long inputTokens,
      long outputTokens) {
    this(run, termination, response, steps, inputTokens, outputTokens, null);
  }
}
