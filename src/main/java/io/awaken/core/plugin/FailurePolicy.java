package io.awaken.core.plugin;

/** What follows when a registered part throws or takes longer than its deadline. */
public enum FailurePolicy {
  /** The run ends with an error that names the plugin. */
  FAIL_RUN,
  /** The call at hand gets an error result; the run goes on. Where no call is at hand: the run. */
  FAIL_CALL,
  /** It is logged, and the run goes on as if the part had said nothing. */
  IGNORE,
  /**
   * Of an event: it is logged, and nothing that the part could have changed passes it. A delta, an
   * activity or a custom event does not happen, nor does the rest of the same text; a result, a
   * response or an error keeps its status and loses its words. The run goes on (features row 81).
   */
  WITHHOLD
}
