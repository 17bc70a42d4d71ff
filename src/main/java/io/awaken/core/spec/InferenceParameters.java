package io.awaken.core.spec;

/**
 * Sampling settings; null leaves the provider's default (features row 100).
 *
 * @param temperature 0 to 2
 * @param topP 0 to 1
 * @param maxTokens tokens of the answer at the most
 * @param reasoningEffort how much the model shall think
 */
public record InferenceParameters(
    Double temperature, Double topP, Integer maxTokens, ReasoningEffort reasoningEffort) {

  public static final InferenceParameters DEFAULT = new InferenceParameters(null, null, null, null);

  /**
   * @throws IllegalArgumentException naming the setting that is out of its range
   */
  public InferenceParameters {
    InferenceLimits.check(temperature, topP, maxTokens);
  }

  /** These, and where they say nothing the others. */
  public InferenceParameters orElse(InferenceParameters others) {
    return new InferenceParameters(
        temperature == null ? others.temperature : temperature,
        topP == null ? others.topP : topP,
        maxTokens == null ? others.maxTokens : maxTokens,
        reasoningEffort == null ? others.reasoningEffort : reasoningEffort);
  }
}
