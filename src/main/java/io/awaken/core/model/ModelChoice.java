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
    return new ModelChoice() {
      @Override
      public List<ModelTarget> order(String conversation) {
        return List.of(target);
      }

      @Override
      public int most() {
        return 1;
      }
    };
  }
}
