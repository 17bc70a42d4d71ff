package io.awaken.builtin.stop;

/**
 * Stops when input and output tokens together exceed a budget (features rows 140, 141).
 *
 * @param maxTotal 0 for no limit
 */
public record TokenBudget(long maxTotal) implements StopPolicy {

  static final String ID = "token_budget";

  @Override
  public String id() {
    return ID;
  }

  @Override
  public StopDecision evaluate(StopStats stats) {
    return maxTotal > 0 && stats.totalTokens() > maxTotal
        ? StopDecision.stop(
            ID, "the run used " + stats.totalTokens() + " tokens, the budget is " + maxTotal)
        : StopDecision.CONTINUE;
  }
}
