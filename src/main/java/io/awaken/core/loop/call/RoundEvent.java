package io.awaken.core.loop.call;

import io.awaken.core.message.TokenUsage;
import io.awaken.core.tool.ToolOutput;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;

/** What reaches a run's thread while calls of a step are executed. */
sealed interface RoundEvent {

  /**
   * A call's tool is through.
   *
   * @param open the call when its tool's transaction is open and waits for the result; else null
   */
  record Finished(String callId, Callable<ToolOutput> outcome, TransactionalCall open)
      implements RoundEvent {

    /** A tool without a transaction that is open. */
    Finished(String callId, Callable<ToolOutput> outcome) {
      this(callId, outcome, null);
    }
  }

  /** Something for the run was stored. */
  record Stored() implements RoundEvent {}

  /** A tool tells of its progress. */
  record Told() implements RoundEvent {}

  /**
   * A tool has asked the agent's model.
   *
   * @param model the id of the model that was asked last
   * @param usage null when the provider did not say
   * @param counted once the run has it
   */
  record Used(String model, TokenUsage usage, long tookMillis, CountDownLatch counted)
      implements RoundEvent {}

  /** It is the turn of a call that waits for one, or has waited. */
  record Turn(RunningCall call) implements RoundEvent {}

  /** The run was asked to stop. */
  record Stopped() implements RoundEvent {}
}
