package io.awaken.builtin.stop;

import java.time.Duration;

/**
 * Stops when more wall time has passed since the first step (features rows 140, 141). Checked after
 * model calls and before long waits for a model; it interrupts nothing.
 *
 * @param limit zero for no limit
 */
public record Timeout(Duration limit) implements StopPolicy {

  static final String ID = "timeout";

  @Override
  public String id() {
    return ID;
  }

  @Override
  public Duration timeLimit() {
    return limit;
  }

  @Override
  public StopDecision evaluate(StopStats stats) {
    return limit.isPositive() && stats.elapsedMs() > limit.toMillis()
        ? StopDecision.stop(
            ID, "the run took " + stats.elapsedMs() + " ms, the limit is " + limit.toMillis())
        : StopDecision.CONTINUE;
  }
}
