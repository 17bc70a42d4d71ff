package io.awaken.core.agent;

import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.LlmRetryPolicy;
import io.awaken.core.model.ModelAccess;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;
import io.awaken.core.spec.AgentSpec;

/**
 * Asks the models of one snapshot.
 *
 * @param registry the snapshot, for a run the one that it pins
 * @param stops ends a call that is at work
 */
public record RegisteredModels(RegistrySnapshot registry, CancellationToken stops)
    implements ModelAccess {

  /**
   * Asks the model or pool whose id a request has on behalf of an agent: again when it fails, as
   * often as the agent's section {@code retry} says, but none of its fallbacks.
   */
  public static LlmExecutor onBehalfOf(RegistrySnapshot registry, AgentSpec agent) {
    return (request, listener, stops) ->
        AgentModels.beside(registry, request.model(), RetrySection.of(agent))
            .execute(request, listener, stops);
  }

  @Override
  public StreamResult ask(LlmRequest request) throws InferenceException {
    LlmExecutor executor = AgentModels.beside(registry, request.model(), LlmRetryPolicy.NONE);
    return executor.execute(request, LlmListener.NONE, stops);
  }
}
