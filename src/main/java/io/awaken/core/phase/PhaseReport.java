package io.awaken.core.phase;

/**
 * The report of a phase.
 *
 * @param rounds rounds of actions until none was left
 */
public record PhaseReport(int rounds) {

  /** A phase without actions. */
  static final PhaseReport NOTHING = new PhaseReport(0);
}
