package io.awaken.core.spec;

import com.fasterxml.jackson.annotation.JsonAlias;

/**
 * Overrides settings of a model call; null keeps a setting (features rows 100-101).
 *
 * @param upstreamModel the provider's name of another model of the same provider; also read as
 *     {@code model}
 * @param temperature 0 to 2
 * @param maxTokens maximum tokens of the answer
 * @param topP 0 to 1
 * @param reasoningEffort the reasoning effort
 * @param responseFormat the format of the last answer
 * @param maxWaitMs total milliseconds that a call waits for models that are paused or require a
 *     long wait, at most what the agent's {@code retry.max_wait} permits; 0 for the error at once
 */
public record InferenceOverride(
    @JsonAlias("model") String upstreamModel,
    Double temperature,
    Integer maxTokens,
    Double topP,
    ReasoningEffort reasoningEffort,
    ResponseFormat responseFormat,
    Long maxWaitMs) {

  public static final InferenceOverride NONE = new InferenceOverride(null, null, null, null, null);

  /**
   * @throws IllegalArgumentException naming the setting that is out of range
   */
  public InferenceOverride {
    InferenceParameters.check(temperature, topP, maxTokens);
    InferenceParameters.checkWait(maxWaitMs);
  }

  /** An override of the other settings. */
  public InferenceOverride(
      String upstreamModel,
      Double temperature,
      Integer maxTokens,
      Double topP,
      ReasoningEffort reasoningEffort) {
    this(upstreamModel, temperature, maxTokens, topP, reasoningEffort, null, null);
  }

  /** A builder without overrides. */
  public static Builder builder() {
    return new Builder();
  }

  /** Merges two overrides; fields of the other one take precedence. */
  public InferenceOverride merged(InferenceOverride other) {
    if (this == NONE || other == NONE) {
      return this == NONE ? other : this;
    }
    return new InferenceOverride(
        last(upstreamModel, other.upstreamModel),
        last(temperature, other.temperature),
        last(maxTokens, other.maxTokens),
        last(topP, other.topP),
        last(reasoningEffort, other.reasoningEffort),
        last(responseFormat, other.responseFormat),
        last(maxWaitMs, other.maxWaitMs));
  }

  /** A copy without another model. */
  public InferenceOverride withoutModel() {
    return new InferenceOverride(
        null, temperature, maxTokens, topP, reasoningEffort, responseFormat, maxWaitMs);
  }

  /** Whether nothing but the wait is set, with which a caller spends nothing of the operator's. */
  public boolean setsOnlyWait() {
    return equals(new InferenceOverride(null, null, null, null, null, null, maxWaitMs));
  }

  /** The sampling settings only. */
  public InferenceParameters parameters() {
    return new InferenceParameters(temperature, topP, maxTokens, reasoningEffort);
  }

  private static <T> T last(T first, T second) {
    return second == null ? first : second;
  }

  /** Builds an override; unset settings are kept. For one thread. */
  public static final class Builder {

    private String upstreamModel;
    private Double temperature;
    private Integer maxTokens;
    private Double topP;
    private ReasoningEffort reasoningEffort;
    private ResponseFormat responseFormat;
    private Long maxWaitMs;

    private Builder() {}

    /** The provider's name of another model of the same provider. */
    public Builder upstreamModel(String name) {
      upstreamModel = name;
      return this;
    }

    /** 0 to 2. */
    public Builder temperature(double value) {
      temperature = value;
      return this;
    }

    /** Maximum tokens of the answer, at least 1. */
    public Builder maxTokens(int tokens) {
      maxTokens = tokens;
      return this;
    }

    /** 0 to 1. */
    public Builder topP(double value) {
      topP = value;
      return this;
    }

    /** The reasoning effort. */
    public Builder reasoningEffort(ReasoningEffort effort) {
      reasoningEffort = effort;
      return this;
    }

    /** The format of the last answer; {@link ResponseFormat#TEXT} for any text. */
    public Builder responseFormat(ResponseFormat format) {
      responseFormat = format;
      return this;
    }

    /** Total milliseconds that a call waits for models; 0 for the error at once. */
    public Builder maxWaitMs(long millis) {
      maxWaitMs = millis;
      return this;
    }

    /**
     * @throws IllegalArgumentException naming the setting that is out of range
     */
    public InferenceOverride build() {
      return new InferenceOverride(
          upstreamModel, temperature, maxTokens, topP, reasoningEffort, responseFormat, maxWaitMs);
    }
  }
}
