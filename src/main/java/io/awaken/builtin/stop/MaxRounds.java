package io.awaken.builtin.stop;

/**
 * Stops when so many model calls were answered and another would follow (features rows 140, 141). A
 * round without tool calls ends the run by itself: that is no stop.
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
