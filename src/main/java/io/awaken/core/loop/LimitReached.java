package io.awaken.core.loop;

import io.awaken.core.loop.activation.Activation;
import io.awaken.core.run.TerminationReason;
import io.awaken.core.spec.AgentSpec;
import io.awaken.core.store.thread.ThreadLimits;

/** The limits that stop a run without a failure. */
final class LimitReached {

  private LimitReached() {}

  /** The length limit cut off the answer and no continuation is left. */
  static TerminationReason maxTokens(AgentSpec agent) {
    int continued = agent.maxContinuationRetries();
    return TerminationReason.Stopped.of(
        "max_tokens",
        "the answer was cut off at the model's length limit; it is continued at most "
            + continued
            + " times");
  }

  /** Why a run ends before its next step; null when it continues. */
  static TerminationReason atBoundary(Activation run, ThreadLimits limits) {
    if (run.ending() != null) {
      return run.ending();
    }
    if (run.step() >= run.agent().spec().maxRounds()) {
      return maxRounds(run.agent().spec());
    }
    boolean full = limits.full(run.fence().messageCount(), run.fence().messageBytes());
    return run.step() > 0 && full ? threadFull(limits) : null;
  }

  private static TerminationReason maxRounds(AgentSpec agent) {
    return TerminationReason.Stopped.of(
        "max_rounds", "the limit of " + agent.maxRounds() + " rounds is reached");
  }

  private static TerminationReason threadFull(ThreadLimits limits) {
    return TerminationReason.Stopped.of(ThreadLimits.CODE, limits.description());
  }
}
