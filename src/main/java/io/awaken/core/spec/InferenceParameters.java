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

  public static final InferenceParameters DEFAULT = new InferenceParameters(null, null, null, null);

  /**
   * @throws IllegalArgumentException naming the setting that is out of range
   */
  public InferenceParameters {
    InferenceLimits.check(temperature, topP, maxTokens);
  }

  /** These settings, with unset ones from others. */
  public InferenceParameters orElse(InferenceParameters others) {
    return new InferenceParameters(
        temperature == null ? others.temperature : temperature,
        topP == null ? others.topP : topP,
        maxTokens == null ? others.maxTokens : maxTokens,
        reasoningEffort == null ? others.reasoningEffort : reasoningEffort);
  }
}
