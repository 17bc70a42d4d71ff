package io.awaken.core.phase;

/**
 * What a phase did.
 *
 * @param rounds rounds of actions until none was left
 */
public record PhaseReport(int rounds) {

  /** Nothing was there to do. */
  static final PhaseReport NOTHING = new PhaseReport(0);
}
