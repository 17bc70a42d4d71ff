package io.awaken.core.model;

/**
 * A model that can be called.
 *
 * @param modelId id of its document, or {@code provider/model}
 * @param breaker name of its circuit breaker
 * @param executor calls it
 * @param named the model name in requests that means this model; null for any
 * @param upstreamModel the provider's name that replaces {@code named}
 */
public record ModelTarget(
    String modelId, String breaker, LlmExecutor executor, String named, String upstreamModel) {

  /** Keeps the model name of the request: its own, or that of an override. */
  public static ModelTarget asked(String modelId, LlmExecutor executor) {
    return new ModelTarget(modelId, modelId, executor, "", null);
  }

  /** Replaces any model name of the request. */
  public static ModelTarget instead(String modelId, LlmExecutor executor, String upstreamModel) {
    return new ModelTarget(modelId, modelId, executor, null, upstreamModel);
  }

  LlmRequest of(LlmRequest request) {
    return named == null || named.equals(request.model()) ? request.of(upstreamModel) : request;
  }
}
