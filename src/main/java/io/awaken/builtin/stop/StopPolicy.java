package io.awaken.builtin.stop;

import io.awaken.builtin.stop.StopStats.RoundFingerprint;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A reason to stop a run (features row 145). Pure and fast: the statistics alone determine the
 * decision. Thread-safe; one instance serves all runs.
 */
public interface StopPolicy {

  /** Maximum of {@link #window}. */
  int MAX_WINDOW = 100;

  /** Names the policy in logs. */
  String id();

  /** Evaluated after each model call, even a failed one. */
  StopDecision evaluate(StopStats stats);

  /**
   * Maximum time of a run, including waits; zero, the default, for no limit. A run does not wait
   * for a model beyond it, but ends with the model's error.
   */
  default Duration timeLimit() {
    return Duration.ZERO;
  }

  /** Number of last rounds that it compares; default 0. At most {@link #MAX_WINDOW} are stored. */
  default int window() {
    return 0;
  }

  /** The decision of a policy on a run (features row 143). */
  public sealed interface StopDecision {

    /** The run continues. */
    record Continue() implements StopDecision {}

    /**
     * The run ends at its next boundary.
     *
     * @param code machine readable, for example {@code token_budget}
     * @param detail human readable
     */
    record Stop(String code, String detail) implements StopDecision {}

    /** The run continues. */
    Continue CONTINUE = new Continue();

    static StopDecision stop(String code, String detail) {
      return new Stop(code, detail);
    }
  }

  /**
   * Stops after this many answered model calls if another would follow (features rows 140, 141). A
   * run that ends by itself is not stopped.
   *
   * @param rounds 0 for no limit
   */
  public record MaxRounds(int rounds) implements StopPolicy {

    static final String ID = "max_rounds";

    @Override
    public String id() {
      return ID;
    }

    @Override
    public StopDecision evaluate(StopStats stats) {
      return rounds > 0 && stats.stepCount() >= rounds && !stats.endsByItself()
          ? StopDecision.stop(ID, "the limit of " + rounds + " rounds is reached")
          : StopDecision.CONTINUE;
    }
  }

  /**
   * Stops when more wall time has passed since the first step (features rows 140, 141). Checked
   * after model calls and before long waits for a model; it interrupts nothing.
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

  /**
   * Stops when the model calls of a run cost more than a budget (features row 1169). Counts calls
   * of models with prices, in their currency; other models cost nothing here.
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

  /**
   * Stops after the step in which the model calls a tool (features row 141).
   *
   * @param toolName the tool's id
   */
  public record StopOnTool(String toolName) implements StopPolicy {

    static final String ID = "stop_on_tool";

    @Override
    public String id() {
      return ID;
    }

    @Override
    public StopDecision evaluate(StopStats stats) {
      return stats.lastToolNames().contains(toolName)
          ? StopDecision.stop(ID, "tool " + toolName + " was called")
          : StopDecision.CONTINUE;
    }
  }

  /**
   * Stops when the text of an answer contains a match (features row 141).
   *
   * @param pattern a Java regular expression
   */
  public record ContentMatch(Pattern pattern) implements StopPolicy {

    static final String ID = "content_match";

    @Override
    public String id() {
      return ID;
    }

    /**
     * @throws IllegalStateException when matching takes too long
     */
    @Override
    public StopDecision evaluate(StopStats stats) {
      return pattern.matcher(new BoundedText(stats.lastResponseText())).find()
          ? StopDecision.stop(ID, "the answer matches " + pattern)
          : StopDecision.CONTINUE;
    }

    /**
     * Text with a limited number of character reads: a backtracking pattern could otherwise occupy
     * its run's thread for ever. Used by one thread.
     */
    static final class BoundedText implements CharSequence {

      /** Enough for any reasonable pattern and answer; takes a fraction of a second. */
      static final long MAX_READS = 20_000_000;

      private final String text;
      private long reads;

      BoundedText(String text) {
        this.text = text;
      }

      @Override
      public char charAt(int index) {
        if (++reads > MAX_READS) {
          throw new IllegalStateException(
              "the pattern read the text "
                  + MAX_READS
                  + " times without an end; it needs to be simpler");
        }
        return text.charAt(index);
      }

      @Override
      public int length() {
        return text.length();
      }

      @Override
      public CharSequence subSequence(int start, int end) {
        return text.substring(start, end);
      }

      @Override
      public String toString() {
        return text;
      }
    }
  }

  /**
   * Stops when the last rounds all made identical tool calls, by name and arguments, or all had
   * identical text (features row 141).
   *
   * @param window number of rounds to compare, 2 to 100; 0 for no limit
   */
  public record LoopDetection(int window) implements StopPolicy {

    static final String ID = "loop_detection";

    public LoopDetection {
      if (window != 0 && (window < 2 || window > MAX_WINDOW)) {
        throw new IllegalArgumentException("window is 0 or 2 to " + MAX_WINDOW);
      }
    }

    @Override
    public String id() {
      return ID;
    }

    @Override
    public StopDecision evaluate(StopStats stats) {
      List<RoundFingerprint> rounds = stats.recentRounds();
      if (window == 0 || rounds.size() < window) {
        return StopDecision.CONTINUE;
      }
      List<RoundFingerprint> last = rounds.subList(rounds.size() - window, rounds.size());
      if (same(last, RoundFingerprint::calls)) {
        return StopDecision.stop(ID, "the last " + window + " rounds made the same tool calls");
      }
      return same(last, RoundFingerprint::text)
          ? StopDecision.stop(ID, "the last " + window + " answers were identical")
          : StopDecision.CONTINUE;
    }

    private static boolean same(
        List<RoundFingerprint> rounds, Function<RoundFingerprint, String> part) {
      String first = part.apply(rounds.getFirst());
      return !first.isEmpty() && rounds.stream().map(part).allMatch(first::equals);
    }
  }
}
