package io.awaken.builtin.stop;

import java.math.BigDecimal;

/**
 * Stops when the model calls of a run cost more than a budget (features row 1169). Counts calls of
 * models with prices, in their currency; other models cost nothing here.
 *
 * @param maxTotal 0 for no limit
 */
public record CostBudget(BigDecimal maxTotal) implements StopPolicy {

  static final String ID = "cost_budget";

  /** Normalised, so that equal amounts are equal policies. */
  public CostBudget {
    maxTotal = maxTotal.signum() == 0 ? BigDecimal.ZERO : maxTotal.stripTrailingZeros();
  }

  @Override
  public String id() {
    return ID;
  }

  @Override
  public StopDecision evaluate(StopStats stats) {
    return maxTotal.signum() > 0
            && stats.totalCost() != null
            && stats.totalCost().value().compareTo(maxTotal) > 0
        ? StopDecision.stop(
            ID,
            "the run cost %s %s, the budget is %s"
                .formatted(
                    stats.totalCost().amount(),
                    stats.totalCost().currency(),
                    maxTotal.toPlainString()))
        : StopDecision.CONTINUE;
  }
}
