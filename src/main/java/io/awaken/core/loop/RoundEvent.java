package io.awaken.core.loop;

import io.awaken.core.tool.ToolOutput;
import java.util.concurrent.Callable;

/** What reaches a run's thread while calls of a step are executed. */
sealed interface RoundEvent {

  /** A call's tool is through. */
  record Finished(String callId, Callable<ToolOutput> outcome) implements RoundEvent {}

  /** Something for the run was stored. */
  record Stored() implements RoundEvent {}

  /** A tool tells of its progress. */
  record Told() implements RoundEvent {}

  /** It is the turn of a call that waits for one. */
  record Turn() implements RoundEvent {}

  /** The run was asked to stop. */
  record Stopped() implements RoundEvent {}
}
