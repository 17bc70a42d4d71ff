package io.awaken.core.loop.call;

import io.awaken.core.message.TokenUsage;
import io.awaken.core.tool.ToolOutput;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

/** An event for a run's thread while calls of a step execute. */
sealed interface RoundEvent {

  /**
   * A call's tool has finished.
   *
   * @param open the call when its tool's transaction is open and waits for the result; else null
   */
  record Finished(String callId, Callable<ToolOutput> outcome, TransactionalCall open)
      implements RoundEvent {

    /** For a tool without an open transaction. */
    Finished(String callId, Callable<ToolOutput> outcome) {
      this(callId, outcome, null);
    }
  }

  /** A message or decision was stored for the run. */
  record Stored() implements RoundEvent {}

  /** A tool reports progress. */
  record Progress() implements RoundEvent {}

  /**
   * A tool has called the agent's model.
   *
   * @param model the id of the last model
   * @param usage null when the provider reported none
   * @param counted completed when the run has counted the usage
   */
  record Used(String model, TokenUsage usage, long tookMillis, CountDownLatch counted)
      implements RoundEvent {}

  /** A waiting call may have got its turn, or exceeded its waiting time. */
  record Turn(RunningCall call) implements RoundEvent {}

  /** The run was asked to stop. */
  record Stopped() implements RoundEvent {}
}
