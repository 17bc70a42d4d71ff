package io.awaken.core.spec;

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
 * @param responseFormat the form of the last answer
 */
public record InferenceOverride(
    @JsonAlias("model") String upstreamModel,
    Double temperature,
    Integer maxTokens,
    Double topP,
    ReasoningEffort reasoningEffort,
    ResponseFormat responseFormat) {

  public static final InferenceOverride NONE = new InferenceOverride(null, null, null, null, null);

  /**
   * @throws IllegalArgumentException naming the setting that is out of its range
   */
  public InferenceOverride {
    InferenceLimits.check(temperature, topP, maxTokens);
  }

  /** An override that leaves the form of the last answer as it is. */
  public InferenceOverride(
      String upstreamModel,
      Double temperature,
      Integer maxTokens,
      Double topP,
      ReasoningEffort reasoningEffort) {
    this(upstreamModel, temperature, maxTokens, topP, reasoningEffort, null);
  }

  /** Begins an override that replaces nothing. */
  public static Builder builder() {
    return new Builder();
  }

  /** Both in one: each field by itself is that of the other, where it has one. */
  public InferenceOverride merged(InferenceOverride other) {
    return new InferenceOverride(
        last(upstreamModel, other.upstreamModel),
        last(temperature, other.temperature),
        last(maxTokens, other.maxTokens),
        last(topP, other.topP),
        last(reasoningEffort, other.reasoningEffort),
        last(responseFormat, other.responseFormat));
  }

  /** The same for the model that is there. */
  public InferenceOverride withoutModel() {
    return new InferenceOverride(
        null, temperature, maxTokens, topP, reasoningEffort, responseFormat);
  }

  /** The sampling settings alone. */
  public InferenceParameters parameters() {
    return new InferenceParameters(temperature, topP, maxTokens, reasoningEffort);
  }

  private static <T> T last(T first, T second) {
    return second == null ? first : second;
  }

  /** Collects what is to be replaced; what is not set stays as it is. For one thread. */
  public static final class Builder {

    private String upstreamModel;
    private Double temperature;
    private Integer maxTokens;
    private Double topP;
    private ReasoningEffort reasoningEffort;
    private ResponseFormat responseFormat;

    private Builder() {}

    /** Another model of the same provider, by the provider's own name. */
    public Builder upstreamModel(String name) {
      upstreamModel = name;
      return this;
    }

    /** 0 to 2. */
    public Builder temperature(double value) {
      temperature = value;
      return this;
    }

    /** Tokens of the answer at the most, 1 or more. */
    public Builder maxTokens(int tokens) {
      maxTokens = tokens;
      return this;
    }

    /** 0 to 1. */
    public Builder topP(double value) {
      topP = value;
      return this;
    }

    /** How much the model shall think. */
    public Builder reasoningEffort(ReasoningEffort effort) {
      reasoningEffort = effort;
      return this;
    }

    /** The form of the last answer; {@link ResponseFormat#TEXT} for none. */
    public Builder responseFormat(ResponseFormat format) {
      responseFormat = format;
      return this;
    }

    /**
     * @throws IllegalArgumentException naming the setting that is out of its range
     */
    public InferenceOverride build() {
      return new InferenceOverride(
          upstreamModel, temperature, maxTokens, topP, reasoningEffort, responseFormat);
    }
  }
}
