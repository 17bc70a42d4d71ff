package io.awaken.builtin.stop;

import java.util.List;
import java.util.function.Function;

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
    List<RoundPrint> rounds = stats.recentRounds();
    if (window == 0 || rounds.size() < window) {
      return StopDecision.CONTINUE;
    }
    List<RoundPrint> last = rounds.subList(rounds.size() - window, rounds.size());
    if (same(last, RoundPrint::calls)) {
      return StopDecision.stop(ID, "the last " + window + " rounds made the same tool calls");
    }
    return same(last, RoundPrint::text)
        ? StopDecision.stop(ID, "the last " + window + " answers were identical")
        : StopDecision.CONTINUE;
  }

  private static boolean same(List<RoundPrint> rounds, Function<RoundPrint, String> part) {
    String first = part.apply(rounds.getFirst());
    return !first.isEmpty() && rounds.stream().map(part).allMatch(first::equals);
  }
}
