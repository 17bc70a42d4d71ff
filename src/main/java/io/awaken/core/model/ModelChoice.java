package io.awaken.core.model;

import java.util.List;

/** What stands behind the id of a model: the model itself, or the members of a pool. Immutable. */
public interface ModelChoice {

  /**
   * Whom to ask, in this order; the same for the same conversation.
   *
   * @param conversation names it; null for none
   */
  List<ModelTarget> order(String conversation);

  /** How many of them one call asks at the most, without those that are left alone. */
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
