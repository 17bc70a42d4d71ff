package io.awaken.core.store.run;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.Cost;

/**
 * How a run ended.
 *
 * @param termination why
 * @param finalOutput text of the last answer, may be null
 * @param steps model calls in all
 * @param inputTokens in all
 * @param outputTokens in all
 * @param cost of all model calls whose model has prices; null where none has
 */
public record RunOutcome(
    TerminationReason termination,
    String finalOutput,
    int steps,
    long inputTokens,
    long outputTokens,
    Cost cost) {

  /** How a run ended whose models have no prices. */
  public RunOutcome(
      TerminationReason termination,
      String finalOutput,
      int steps,
      long inputTokens,
      long outputTokens) {
    this(termination, finalOutput, steps, inputTokens, outputTokens, null);
  }

  /** The same as the run's last event says it. */
  public RunOutcome as(AgentEvent.RunFinish said) {
    String output = said.result() == null ? null : said.result().response();
    return new RunOutcome(said.termination(), output, steps, inputTokens, outputTokens, cost);
  }
}
