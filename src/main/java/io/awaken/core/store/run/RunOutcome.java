package io.awaken.core.store.run;

import io.awaken.core.event.AgentEvent;
import io.awaken.core.run.ParentCall;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.Cost;

/**
 * How a run ended.
 *
 * @param termination the reason
 * @param finalOutput text of the last answer, may be null
 * @param steps number of model calls
 * @param inputTokens total
 * @param outputTokens total
 * @param cost of all model calls with a price; null when no model has one
 * @param parent the call that gets the outcome as its result; null for none
 */
public record RunOutcome(
    TerminationReason termination,
    String finalOutput,
    int steps,
    long inputTokens,
    long outputTokens,
    Cost cost,
    ParentCall parent) {

  /** An outcome that no call waits for. */
  public RunOutcome(
      TerminationReason termination,
      String finalOutput,
      int steps,
      long inputTokens,
      long outputTokens,
      Cost cost) {
    this(termination, finalOutput, steps, inputTokens, outputTokens, cost, null);
  }

  /** An outcome without cost. */
  public RunOutcome(
      TerminationReason termination,
      String finalOutput,
      int steps,
      long inputTokens,
      long outputTokens) {
    this(termination, finalOutput, steps, inputTokens, outputTokens, null);
  }

  /** Returns the outcome with the values of the run's last event. */
  public RunOutcome as(AgentEvent.RunFinish event) {
    String output = event.result() == null ? null : event.result().response();
    return new RunOutcome(
        event.termination(), output, steps, inputTokens, outputTokens, cost, parent);
  }

  /** Returns the outcome for the call that waits for it; null for none. */
  public RunOutcome to(ParentCall call) {
    return new RunOutcome(termination, finalOutput, steps, inputTokens, outputTokens, cost, call);
  }
}
