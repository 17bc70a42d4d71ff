package io.awaken.core.model;

import com.fasterxml.jackson.annotation.JsonAlias;

/**
 * Replaces settings of a model call; null keeps what is there (features rows 100-101).
 *
 * @param upstreamModel another model of the same provider, by the provider's own name; also read as
 *     {@code model}
 * @param temperature 0 to 2
 * @param maxTokens tokens of the answer at the most
 * @param topP 0 to 1
 * @param reasoningEffort how much the model shall think
 */
public record InferenceOverride(
    @JsonAlias("model") String upstreamModel,
    Double temperature,
    Integer maxTokens,
    Double topP,
    ReasoningEffort reasoningEffort) {

  public static final InferenceOverride NONE = new InferenceOverride(null, null, null, null, null);

  /**
   * @throws IllegalArgumentException naming the setting that is out of its range
   */
  public InferenceOverride {
    InferenceLimits.check(temperature, topP, maxTokens);
  }

  /** Both in one: each field by itself is that of the other, where it has one. */
  public InferenceOverride merged(InferenceOverride other) {
    return new InferenceOverride(
        last(upstreamModel, other.upstreamModel),
        last(temperature, other.temperature),
        last(maxTokens, other.maxTokens),
        last(topP, other.topP),
        last(reasoningEffort, other.reasoningEffort));
  }

  /** The sampling settings alone. */
  public InferenceParameters parameters() {
    return new InferenceParameters(temperature, topP, maxTokens, reasoningEffort);
  }

  private static <T> T last(T first, T second) {
    return second == null ? first : second;
  }
}
