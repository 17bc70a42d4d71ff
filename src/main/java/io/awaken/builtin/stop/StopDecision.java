package io.awaken.builtin.stop;

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
