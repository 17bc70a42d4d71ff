package io.awaken.builtin.stop;

/** What a policy says about a run (features row 143). */
public sealed interface StopDecision {

  /** Nothing against it. */
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
