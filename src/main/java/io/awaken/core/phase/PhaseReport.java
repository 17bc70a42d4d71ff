package io.awaken.core.phase;

/**
 * What a phase did.
 *
 * @param rounds rounds of actions until none was left
 * @param effects what became of the effects
 */
public record PhaseReport(int rounds, EffectDispatchReport effects) {

  /** Nothing was there to do. */
  static final PhaseReport NOTHING = new PhaseReport(0, EffectDispatchReport.NONE);
}
