package io.awaken.core.agent;

import io.awaken.core.model.InferenceException;
import io.awaken.core.model.LlmExecutor;
import io.awaken.core.model.LlmListener;
import io.awaken.core.model.LlmRequest;
import io.awaken.core.model.ModelAccess;
import io.awaken.core.model.StreamResult;
import io.awaken.core.run.CancellationToken;

/**
 * Asks the models of one snapshot.
 *
 * @param registry the snapshot, for a run the one that it pins
 * @param stops ends a call that is at work
 */
public record RegisteredModels(RegistrySnapshot registry, CancellationToken stops)
    implements ModelAccess {

  @Override
  public StreamResult ask(LlmRequest request) throws InferenceException {
    LlmExecutor executor = AgentModels.once(registry, request.model());
    return executor.execute(request, LlmListener.NONE, stops);
  }
}
