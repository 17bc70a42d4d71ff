package io.awaken.core.plugin;

import io.awaken.core.state.Snapshot;

/**
 * Carries an effect into the world after its command was committed (features rows 95-97). A failure
 * is logged; nothing is rolled back and the other effects still happen.
 */
@FunctionalInterface
public interface EffectHandler<P> {

  /**
   * @param after the state after the commit
   */
  void handle(P payload, Snapshot after) throws Exception;
}
