package io.awaken.core.spec;

/** Ranges of the settings of a model call. */
final class InferenceLimits {

  private static final double MAX_TEMPERATURE = 2;

  private InferenceLimits() {}

  /**
   * @throws IllegalArgumentException naming the setting and its range
   */
  static void check(Double temperature, Double topP, Integer maxTokens) {
    range("temperature", temperature, MAX_TEMPERATURE);
    range("top_p", topP, 1);
    if (maxTokens != null && maxTokens < 1) {
      throw new IllegalArgumentException("max_tokens is at least 1");
    }
  }

  /**
   * @throws IllegalArgumentException naming the setting
   */
  static void checkWait(Long maxWaitMs) {
    if (maxWaitMs != null && maxWaitMs < 0) {
      throw new IllegalArgumentException("max_wait_ms is at least 0");
    }
  }

  private static void range(String setting, Double value, double max) {
    // Also refuses NaN.
    if (value != null && !(value >= 0 && value <= max)) {
      throw new IllegalArgumentException(setting + " is a number from 0 to " + (int) max);
    }
  }
}
