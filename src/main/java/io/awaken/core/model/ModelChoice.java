package io.awaken.core.model;

import java.util.List;

/** The models behind an id: one model, or the members of a pool. Immutable. */
public interface ModelChoice {

  /**
   * The models to try, in this order; stable for each conversation.
   *
   * @param conversation id of the conversation; null for none
   */
  List<ModelTarget> order(String conversation);

  /** The largest number of models that one call tries, not counting those whose breaker is open. */
  int most();

  /** One model. */
  static ModelChoice of(ModelTarget target) {
    List<ModelTarget> only = List.of(target);
    return new ModelChoice() {
      @Override
      public List<ModelTarget> order(String conversation) {
        return only;
      }

      @Override
      public int most() {
        return 1;
      }
    };
  }

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
}
