package io.awaken.builtin.stop;

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
