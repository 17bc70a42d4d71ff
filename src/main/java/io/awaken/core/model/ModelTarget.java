package io.awaken.core.model;

/**
 * A model that can be asked.
 *
 * @param modelId the id of its document, or {@code provider/model}
 * @param breaker names the circuit breaker in front of it
 * @param executor calls it
 * @param named what a request calls it that means this model; null for whatever it says
 * @param upstreamModel its provider's name of it, in the place of {@code named}
 */
public record ModelTarget(
    String modelId, String breaker, LlmExecutor executor, String named, String upstreamModel) {

  /** The model that a request names already: its own name, or that of an override. */
  public static ModelTarget asked(String modelId, LlmExecutor executor) {
    return new ModelTarget(modelId, modelId, executor, "", null);
  }

  /** A model in the place of whichever a request names. */
  public static ModelTarget instead(String modelId, LlmExecutor executor, String upstreamModel) {
    return new ModelTarget(modelId, modelId, executor, null, upstreamModel);
  }

  LlmRequest of(LlmRequest request) {
    return named == null || named.equals(request.model()) ? request.of(upstreamModel) : request;
  }
}
