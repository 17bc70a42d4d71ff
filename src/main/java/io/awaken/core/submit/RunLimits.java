package io.awaken.core.submit;

import io.awaken.core.store.run.RunStore.Spent;
import io.awaken.core.store.run.RunStore.Unfinished;
import java.math.BigDecimal;
import java.util.Optional;

/**
 * Limits of the runs of one caller or tenant. Pure decisions without side effects.
 *
 * @param live runs executing at once, on all nodes; 0 for no limit
 * @param queued runs waiting in the queue before their start; 0 for no limit
 * @param tokens input and output tokens of the runs in a time window; 0 for no limit
 * @param cost of these runs; zero for no limit
 */
public record RunLimits(int live, int queued, long tokens, BigDecimal cost) {

  /** No limits. */
  public static final RunLimits NONE = new RunLimits(0, 0, 0, BigDecimal.ZERO);

  public RunLimits {
    cost = cost.signum() == 0 ? BigDecimal.ZERO : cost.stripTrailingZeros();
  }

  /** The exceeded limit. */
  enum Exceeded {
    LIVE("too_many_live_runs", "awaken.quota.live-runs", "at most %s runs of a %s at once", true),
    QUEUED(
        "too_many_queued_runs",
        "awaken.quota.queued-runs",
        "at most %s runs of a %s in the queue",
        true),
    TOKENS("tokens_used_up", "awaken.quota.tokens", "at most %s tokens of a %s in %s", false),
    COST("cost_used_up", "awaken.quota.cost", "runs of a %2$s may cost %1$s in %3$s", false);

    private final String code;
    private final String setting;
    private final String what;
    private final boolean ofRuns;

    Exceeded(String code, String setting, String what, boolean ofRuns) {
      this.code = code;
      this.setting = setting;
      this.what = what;
      this.ofRuns = ofRuns;
    }

    String code() {
      return code;
    }

    String setting() {
      return setting;
    }

    /** The message with the limit, its owner, and for tokens and cost the window. */
    String what() {
      return what;
    }

    /** Whether it limits the number of runs. */
    boolean ofRuns() {
      return ofRuns;
    }
  }

  /** Whether runs are limited. */
  boolean countsRuns() {
    return live > 0 || queued > 0;
  }

  /** Whether tokens or cost are limited. */
  boolean countsUse() {
    return tokens > 0 || cost.signum() > 0;
  }

  /** The limit that a further run would exceed; empty if there is room. */
  Optional<Exceeded> exceeded(Unfinished runs, Spent spent) {
    if (live > 0 && runs.running() >= live) {
      return Optional.of(Exceeded.LIVE);
    }
    if (queued > 0 && runs.created() >= queued) {
      return Optional.of(Exceeded.QUEUED);
    }
    if (tokens > 0 && spent.tokens() >= tokens) {
      return Optional.of(Exceeded.TOKENS);
    }
    return cost.signum() > 0 && spent.cost().compareTo(cost) >= 0
        ? Optional.of(Exceeded.COST)
        : Optional.empty();
  }

  /** The limit as configured. */
  String shown(Exceeded which) {
    return switch (which) {
      case LIVE -> String.valueOf(live);
      case QUEUED -> String.valueOf(queued);
      case TOKENS -> String.valueOf(tokens);
      case COST -> cost.toPlainString();
    };
  }
}
