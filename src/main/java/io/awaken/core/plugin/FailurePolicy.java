package io.awaken.core.plugin;

/** What happens when a registered part throws or exceeds its deadline. */
public enum FailurePolicy {
  /** The run ends with an error that names the plugin. */
  FAIL_RUN,
  /**
   * The current call gets an error result; the run continues. Fails the run where there is no call.
   */
  FAIL_CALL,
  /** The failure is logged, and the run continues as if the part had returned nothing. */
  IGNORE,
  /**
   * For events: the failure is logged, and content that the part could have changed is not
   * published. A delta, an activity or a custom event is dropped, and so is the rest of that text;
   * a result, a response or an error keeps its status and loses its text. The run continues
   * (features row 81).
   */
  WITHHOLD
}
