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
 * Calls the models of one snapshot.
 *
 * @param registry the snapshot; for a run its pinned one
 * @param stops cancels running calls
 */
public record RegisteredModels(RegistrySnapshot registry, CancellationToken stops)
    implements ModelAccess {

  /**
   * Calls the model or pool of a request for an agent, with the retries of its section {@code
   * retry} but without fallbacks.
   */
  public static LlmExecutor onBehalfOf(RegistrySnapshot registry, AgentSpec agent) {
    return (request, listener, stops) ->
        AgentModels.standalone(registry, request.model(), RetrySection.of(agent))
            .execute(request, listener, stops);
  }

  @Override
  public StreamResult ask(LlmRequest request) throws InferenceException {
    LlmExecutor executor = AgentModels.standalone(registry, request.model(), LlmRetryPolicy.NONE);
    return executor.execute(request, LlmListener.NONE, stops);
  }
}
