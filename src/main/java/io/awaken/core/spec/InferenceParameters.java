package io.awaken.core.spec;

/**
 * Sampling settings; null leaves the provider's default (features row 100).
 *
 * @param temperature 0 to 2
 * @param topP 0 to 1
 * @param maxTokens maximum tokens of the answer
 * @param reasoningEffort the reasoning effort
 */
public record InferenceParameters(
    Double temperature, Double topP, Integer maxTokens, ReasoningEffort reasoningEffort) {
  private static final double MAX_TEMPERATURE = 2;

  public static final InferenceParameters DEFAULT = new InferenceParameters(null, null, null, null);

  /**
   * @throws IllegalArgumentException naming the setting that is out of range
   */
  public InferenceParameters {
    check(temperature, topP, maxTokens);
  }

  /** These settings, with unset ones from others. */
  public InferenceParameters orElse(InferenceParameters others) {
    return new InferenceParameters(
        temperature == null ? others.temperature : temperature,
        topP == null ? others.topP : topP,
        maxTokens == null ? others.maxTokens : maxTokens,
        reasoningEffort == null ? others.reasoningEffort : reasoningEffort);
  }

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
