package io.awaken.core.loop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.core.action.RuntimeKeys;
import io.awaken.core.action.SharedState;
import io.awaken.core.loop.activation.Activation;
import io.awaken.core.state.MutationBatch;

/** Takes over the state that a client sends with a run. Stateless. */
final class SharedStates {

  private SharedStates() {}

  /**
   * Replaces the shared state; an equal one is not written again.
   *
   * @param sent null for no change
   */
  static void replace(Activation run, JsonNode sent) {
    if (sent instanceof ObjectNode values
        && !values.equals(run.state().snapshot().getOrInitial(RuntimeKeys.SHARED_STATE).values())) {
      run.state()
          .commit(
              MutationBatch.anywhere()
                  .update(RuntimeKeys.SHARED_STATE, SharedState.replace(values)));
    }
  }
}
