package io.awaken.builtin.stop;

/**
 * Stops after this many consecutive failed model calls (features rows 140, 141).
 *
 * @param max 0 for no limit
 */
public record ConsecutiveErrors(int max) implements StopPolicy {

  static final String ID = "consecutive_errors";

  @Override
  public String id() {
    return ID;
  }

  @Override
  public StopDecision evaluate(StopStats stats) {
    return max > 0 && stats.consecutiveErrors() >= max
        ? StopDecision.stop(ID, stats.consecutiveErrors() + " model calls failed in a row")
        : StopDecision.CONTINUE;
  }
}
